import { utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { temporaryDirectory } from '@ringwell/testing/temporary-directory';

import { readModelProgress } from './model-progress';

const folder = temporaryDirectory();
const file = join(folder, '.progress.json');

it('reports models while they are downloading', () => {
  expect(readModelProgress(folder)).toEqual([]);
  const progress = [{ name: 'notes', purpose: 'notes', receivedBytes: 1, totalBytes: 2, problem: null }];
  writeFileSync(file, JSON.stringify(progress));
  expect(readModelProgress(folder)).toEqual(progress);
  utimesSync(file, new Date(), new Date(Date.now() - 60_000));
  expect(readModelProgress(folder)).toEqual([]);
  writeFileSync(file, '[{}]');
  expect(readModelProgress(folder)).toEqual([]);
});
