/* One step of gradient descent on MLP(2, [hidden, 1]), tanh everywhere: the limit of the ladder.

   parameters, neuron by neuron as in MLP.parameters(): hidden times (w0, w1, bias), then the output
   neuron's `hidden` weights and its bias. Returns the mean loss before the update. */

#include <math.h>
#include <string.h>

double step(double *parameters, const double *X, const double *targets, long n, long hidden,
            double lr, double *gradient, double *h)
{
    const double *first = parameters, *second = parameters + 3 * hidden;
    double *g_first = gradient, *g_second = gradient + 3 * hidden;
    long size = 4 * hidden + 1;
    double total = 0.0;
    memset(gradient, 0, size * sizeof *gradient);
    for (long i = 0; i < n; i++) {
        double x0 = X[2 * i], x1 = X[2 * i + 1], score = second[hidden];
        for (long j = 0; j < hidden; j++) {
            h[j] = tanh(first[3 * j] * x0 + first[3 * j + 1] * x1 + first[3 * j + 2]);
            score += second[j] * h[j];
        }
        double y = tanh(score), error = y - targets[i];
        double d = 2.0 * error * (1.0 - y * y);
        total += error * error;
        for (long j = 0; j < hidden; j++) {
            double dz = d * second[j] * (1.0 - h[j] * h[j]);
            g_second[j] += d * h[j];
            g_first[3 * j] += dz * x0;
            g_first[3 * j + 1] += dz * x1;
            g_first[3 * j + 2] += dz;
        }
        g_second[hidden] += d;
    }
    for (long k = 0; k < size; k++)
        parameters[k] -= lr * gradient[k] / n;
    return total / n;
}
