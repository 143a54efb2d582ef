import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { temporaryDirectory } from '@ringwell/testing/temporary-directory';

import { readKnownRecordings } from './known-recording';

const directory = temporaryDirectory();
const CALL = { label: 'positive', turns: [{ speaker: 'agent', text: 'Hello.' }] };

async function makeFolder(files: Record<string, string | object>): Promise<string> {
  const folder = await mkdtemp(join(directory, 'recordings-'));
  await mkdir(join(folder, 'audio'));
  for (const [name, contents] of Object.entries(files))
    await writeFile(join(folder, name), typeof contents === 'string' ? contents : `${JSON.stringify(contents)}\n`);
  return folder;
}

it('reads the recordings listed in transcripts.jsonl', async () => {
  const folder = await makeFolder({ 'transcripts.jsonl': { file: 'a.wav', ...CALL }, 'a.wav': '', 'other.wav': '' });
  expect(readKnownRecordings(folder)).toEqual([{ file: 'a.wav', path: join(folder, 'a.wav'), ...CALL }]);
});

it('reads the calls in calls.jsonl with each of their recordings', async () => {
  const folder = await makeFolder({
    'calls.jsonl': [
      { id: 'd1', ...CALL },
      { id: 'd2', ...CALL },
    ]
      .map((call) => JSON.stringify(call))
      .join('\n'),
    'audio/d1.mp3': '',
    'audio/d1.wav': '',
    'audio/d11.wav': '',
  });
  expect(readKnownRecordings(folder).map(({ file }) => file)).toEqual(['audio/d1.mp3', 'audio/d1.wav']);
});

it.each([
  ['no list', {}, /has no transcripts\.jsonl\. Write one line per recording/],
  ['an empty list', { 'transcripts.jsonl': '\n' }, /transcripts\.jsonl doesn.t list any recordings/],
  ['a missing recording', { 'transcripts.jsonl': { file: 'a.wav', ...CALL } }, /line 1: recording not found: .*a\.wav/],
  ['a line that is not JSON', { 'transcripts.jsonl': 'Hello' }, /line 1: invalid JSON/],
  ['an invalid label', { 'transcripts.jsonl': { file: 'a.wav', ...CALL, label: 'glad' } }, /line 1: label is invalid/],
  ['calls without recordings', { 'calls.jsonl': { id: 'd1', ...CALL } }, /No recording in .* has the ID of a call/],
])('explains the problem with %s', async (_name, files, message) => {
  const folder = await makeFolder(files);
  expect(() => readKnownRecordings(folder)).toThrow(message);
});

it('reports a folder that does not exist', () => {
  expect(() => readKnownRecordings(join(directory, 'missing'))).toThrow(/Folder not found/);
});
