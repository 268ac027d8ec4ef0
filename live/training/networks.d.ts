// Written by networks.py when the book is built.

/** The points, each of two numbers, and on which of the moons each is: -1 or 1. */
export const X: number[][];
export const targets: number[];

/** The state of the generator that puts the points in order. */
export const shuffler: { state: bigint; increment: bigint };

/** For each number of hidden neurons: the mean loss with its gradient, and the scores. */
export const networks: Record<
  number,
  {
    loss(parameters: number[], X: number[][], targets: number[]): [number, number[]];
    scores(parameters: number[], X: number[][]): number[];
  }
>;
