/**
 * Returns a generator of numbers from 0 up to but not including 1, which are the same for the same seed:
 * https://en.wikipedia.org/wiki/Linear_congruential_generator
 * @param seed a whole number
 */
export function randomNumbers(seed: number): () => number {
  let state = Math.imul(seed, 2_654_435_761) >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
