import { spawnSync } from 'node:child_process';

import { REPOSITORY } from './testing/clone';

it.each([
  ['test-chaos.mjs', ['--seed', '4.2'], 'The seed must be a whole number, and the minutes more than 0: npm run'],
  ['test-chaos.mjs', ['--minutes', '0'], 'The seed must be a whole number, and the minutes more than 0: npm run'],
  ['test-chaos.mjs', ['--minute', '1'], 'The seed must be a whole number, and the minutes more than 0: npm run'],
  ['bench.mjs', ['--section', 'rest'], 'Usage: npm run bench -- [--only SECTION] [--full]'],
  ['sample.mjs', ['samples/positive.wav', '--jason'], 'Specify one recording: npm run sample -- samples/positive.wav'],
])('%s explains in one sentence why it rejects %j', (script, args, message) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [`scripts/${script}`, ...args], {
    cwd: REPOSITORY,
    encoding: 'utf8',
  });
  expect([status, stdout, stderr.trim()]).toEqual([1, '', expect.stringContaining(message)]);
  expect(stderr).not.toContain(' at ');
});
