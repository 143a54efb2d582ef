import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { useChildProcesses } from '@ringwell/testing/child-processes';
import { temporaryDirectory } from '@ringwell/testing/temporary-directory';

import { ResidentChild } from './resident-child';

const directory = temporaryDirectory();
const children = useChildProcesses();

it('does not leave a process behind if its priority cannot be set', async () => {
  const program = join(directory, 'stays.js');
  await writeFile(program, 'setInterval(() => undefined, 1_000);');
  expect(() => new ResidentChild(program, 20)).toThrow(RangeError);
  while (children.listIds().length > 0) await new Promise(setImmediate);
});
