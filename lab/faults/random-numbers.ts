/**
 * Returns a seeded generator of numbers from 0 up to but not including 1:
 * https://en.wikipedia.org/wiki/Linear_congruential_generator
 * @param seed an integer
 */
export function randomNumbers(seed: number): () => number {
  let state = Math.imul(seed, 2_654_435_761) >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
