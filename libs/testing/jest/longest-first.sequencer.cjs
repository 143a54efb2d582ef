const { default: Sequencer } = require('@jest/test-sequencer');

const LONGEST_FIRST = ['e2e', 'system', 'program', 'unit'];

/**
 * Runs the projects with the longest files first, so that a run does not end with one long file next to idle workers.
 * On a fresh clone, Jest knows only the sizes of files, not their durations.
 */
module.exports = class extends Sequencer {
  sort(tests) {
    return super.sort(tests).sort((one, other) => rankOf(one) - rankOf(other));
  }
};

function rankOf({ context }) {
  const rank = LONGEST_FIRST.indexOf(context.config.displayName.name);
  return rank === -1 ? LONGEST_FIRST.length : rank;
}
