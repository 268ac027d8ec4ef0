// The run with the reader's settings, as Python: the same numbers, from the course's package.

import { POINTS, STEPS } from "../training/run.js";

/** Return the code of a run.
 * @param {import("../training/run.js").Settings} settings */
export function asPython({ lr, batch, width, seed, forget, flip }) {
  const part = batch < POINTS;
  const cut = `    start = step * ${batch} % ${POINTS}
    if start == 0:                         # a new order for each epoch
        order = rng.permutation(${POINTS}).tolist()
    rows = order[start:start + ${batch}]
    batch = [X[i] for i in rows], [targets[i] for i in rows]
`;
  return `${part ? "import numpy as np\n\n" : ""}from fivelines import MLP, fuse, make_moons

X, labels = make_moons(n=${POINTS}, noise=0.1, seed=0)
X, targets = X.tolist(), (2.0 * labels - 1).tolist()
model = MLP(2, [${width}, 1], seed=${seed})
mean_loss = fuse(lambda model, x, target: (model(x).tanh() - target) ** 2)
lr = ${lr}
${part ? "rng = np.random.default_rng(0)\n" : "batch = X, targets\n"}
losses = [mean_loss(model, X, targets).data]
for step in range(${STEPS}):
${part ? cut : ""}    loss = mean_loss(model, *batch)        # forward
    ${forget ? "# model.zero_grad()                    # reset: forgotten" : "model.zero_grad()                      # reset"}
    loss.backward()                        # backprop
    for p in model.parameters():
        p.data ${flip ? "+= lr * p.grad              # descend: the sign is flipped" : "-= lr * p.grad              # descend"}
    losses.append(mean_loss(model, X, targets).data)

print(f"{losses[0]:.4f} -> {losses[-1]:.4f}")
`;
}
