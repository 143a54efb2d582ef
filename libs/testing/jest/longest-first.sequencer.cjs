const { default: Sequencer } = require('@jest/test-sequencer');

const WAITING = ['e2e', 'system', 'program'];
const LAST_TO_START = 0.8;

/**
 * Runs the longest files first, so that a run does not end with one long file next to idle workers. On a fresh clone,
 * Jest knows only the sizes of files, not their durations. Those that mostly wait for browsers, processes and time
 * limits are spread over the first four fifths of the others, because side by side they leave the cores idle.
 */
module.exports = class extends Sequencer {
  sort(tests) {
    const sorted = super.sort(tests);
    const waiting = sorted.filter(({ context }) => WAITING.includes(context.config.displayName.name));
    const places = new Map(waiting.map((test, index) => [test, (LAST_TO_START * index) / waiting.length]));
    const others = sorted.filter((test) => !places.has(test));
    const sizes = others.map(({ context, path }) => context.hasteFS.getSize(path) ?? 0);
    const total = sizes.reduce((sum, size) => sum + size, 0);
    let before = 0;
    others.forEach((test, index) => {
      places.set(test, before / total);
      before += sizes[index];
    });
    return sorted.sort((one, other) => places.get(one) - places.get(other));
  }
};
