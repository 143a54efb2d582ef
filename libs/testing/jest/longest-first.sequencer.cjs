const { default: Sequencer } = require('@jest/test-sequencer');

const WAITING_PROJECTS = ['e2e', 'system', 'program'];
const WAITING_FILES_END = 0.8;

/**
 * Runs the longest files first, so that a run does not end with one long file while other workers are idle. On a
 * fresh clone, Jest knows only the sizes of files, not their durations. Files that mostly wait for browsers, processes
 * and time limits are spread over the first four fifths of the run, because running them together leaves cores idle.
 */
module.exports = class extends Sequencer {
  sort(tests) {
    const sorted = super.sort(tests);
    const waitingTests = sorted.filter(({ context }) => WAITING_PROJECTS.includes(context.config.displayName.name));
    const positions = new Map(
      waitingTests.map((test, index) => [test, (WAITING_FILES_END * index) / waitingTests.length]),
    );
    const otherTests = sorted.filter((test) => !positions.has(test));
    const sizes = otherTests.map(({ context, path }) => context.hasteFS.getSize(path) ?? 0);
    const total = sizes.reduce((sum, size) => sum + size, 0);
    let precedingSize = 0;
    otherTests.forEach((test, index) => {
      positions.set(test, precedingSize / total);
      precedingSize += sizes[index];
    });
    return sorted.sort((a, b) => positions.get(a) - positions.get(b));
  }
};
