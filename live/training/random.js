// The two generators of random numbers behind the course's runs, number for number.

/** Python's random.Random(seed).random: the Mersenne Twister.
 * @param {number} seed a whole number below 2^32 */
export function mersenneTwister(seed) {
  const size = 624;
  const words = new Uint32Array(size);
  /** @type {(i: number) => number} */
  const mixed = (i) => words[i - 1] ^ (words[i - 1] >>> 30);
  words[0] = 19650218;
  for (let i = 1; i < size; i++) words[i] = Math.imul(1812433253, mixed(i)) + i;
  let i = 1;
  const next = () => {
    if (++i === size) [words[0], i] = [words[size - 1], 1];
  };
  for (let k = 0; k < size; k++, next()) {
    words[i] = (words[i] ^ Math.imul(mixed(i), 1664525)) + seed;
  }
  for (let k = 1; k < size; k++, next()) {
    words[i] = (words[i] ^ Math.imul(mixed(i), 1566083941)) - i;
  }
  words[0] = 0x80000000;

  let used = size;
  function word() {
    if (used === size) {
      for (let k = 0; k < size; k++) {
        const y = (words[k] & 0x80000000) | (words[(k + 1) % size] & 0x7fffffff);
        words[k] = words[(k + 397) % size] ^ (y >>> 1) ^ (y & 1 ? 0x9908b0df : 0);
      }
      used = 0;
    }
    let y = words[used++];
    y ^= y >>> 11;
    y ^= (y << 7) & 0x9d2c5680;
    y ^= (y << 15) & 0xefc60000;
    return (y ^ (y >>> 18)) >>> 0;
  }
  return () => ((word() >>> 5) * 67108864 + (word() >>> 6)) / 9007199254740992;
}

/** NumPy's default_rng(seed).permutation: PCG64, from the state that the seed was turned into.
 * @param {{ state: bigint, increment: bigint }} from */
export function permutations({ state, increment }) {
  const multiplier = 0x2360ed051fc65da44385df649fccf645n;
  /** @type {number[]} */
  const spare = []; // each draw of 64 bits serves twice
  function word() {
    if (spare.length) return spare.pop();
    state = BigInt.asUintN(128, state * multiplier + increment);
    const mixed = BigInt.asUintN(64, (state >> 64n) ^ state);
    const turn = state >> 122n;
    const bits = BigInt.asUintN(64, (mixed >> turn) | (mixed << (64n - turn)));
    spare.push(Number(bits >> 32n));
    return Number(bits & 0xffffffffn);
  }
  /** A whole number up to most: as many bits as that has, drawn until they are no larger.
   * @param {number} most */
  function upTo(most) {
    const mask = 2 ** (32 - Math.clz32(most)) - 1;
    for (;;) {
      const number = word() & mask;
      if (number <= most) return number;
    }
  }
  return (/** @type {number} */ n) => {
    const order = Array.from({ length: n }, (_, i) => i);
    for (let i = n - 1; i > 0; i--) {
      const j = upTo(i);
      [order[i], order[j]] = [order[j], order[i]];
    }
    return order;
  };
}
