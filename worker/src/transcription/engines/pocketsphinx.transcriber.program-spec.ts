import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

import { useChildProcesses } from '@ringwell/testing/child-processes';
import { makeAudio, samplePath } from '@ringwell/testing/make-audio';
import { temporaryDirectory } from '@ringwell/testing/temporary-directory';

import { decodeRecording } from '../../audio/decode-recording';
import type { DecodedAudio } from '../../audio/decoded-audio';
import { UNAVAILABLE } from '../../provider-error';
import { PocketsphinxTranscriber, type PocketsphinxOptions } from './pocketsphinx.transcriber';

const directory = temporaryDirectory();
const children = useChildProcesses();
const { signal } = new AbortController();

async function decodeSample(args: string[]): Promise<DecodedAudio> {
  const workDir = await mkdtemp(join(directory, 'run-'));
  const sourcePath = await makeAudio(join(workDir, 'call.wav'), ['-i', samplePath('positive.wav'), ...args]);
  return (await decodeRecording({ sourcePath, workDir, maxDurationSeconds: 60, signal })).audio;
}

function makeEngine(options: Partial<PocketsphinxOptions> = {}): PocketsphinxTranscriber {
  return new PocketsphinxTranscriber({ binary: 'pocketsphinx_continuous', processes: 2, ...options });
}

it('transcribes both sides of a phone call in order without leaving audio files behind', async () => {
  const audio = await decodeSample(['-t', '12.3']);
  const { engine, language, segments } = await makeEngine().transcribe(audio, { signal });
  expect([engine, language]).toEqual(['pocketsphinx', 'en-US']);
  expect(segments.map((segment) => segment.speaker)).toEqual(['agent', 'customer']);
  const [greeting, thanks] = segments;
  expect(greeting?.text).toBe('thank you for calling green valley heating and air this is linda');
  expect(thanks?.text).toMatch(/i am calling to say thank you david repaired our furnace yesterday$/);
  expect(greeting?.endMs).toBeLessThan(4_400);
  expect(thanks?.startMs).toBeGreaterThan(4_400);
  for (const { text, confidence, startMs, endMs, words = [] } of segments) {
    expect(text).toMatch(/^[a-z' ]+$/);
    expect(confidence).toBeGreaterThan(0.1);
    expect(confidence).toBeLessThanOrEqual(1);
    expect(startMs).toBeLessThan(endMs);
    expect(words.map((word) => word.text).join(' ')).toBe(text);
    expect(words[0]?.startMs).toBe(startMs);
    expect(words.every((word) => (word.confidence ?? -1) >= 0 && (word.confidence ?? 2) <= 1)).toBe(true);
  }
  expect((await readdir(audio.workDir)).filter((name) => name.endsWith('.raw'))).toEqual([]);
});

it('does not return segments for silence', async () => {
  const silentAudio = await decodeSample(['-t', '3', '-af', 'volume=0']);
  expect((await makeEngine().transcribe(silentAudio, { signal })).segments).toEqual([]);
});

it('uses the first existing model folder', async () => {
  const [audio, model] = [await decodeSample(['-t', '4']), join(directory, 'model')];
  const modelDirs = ['/model-that-is-not-there', model, '/usr/share/pocketsphinx/model/en-us'];
  await mkdir(model);
  await expect(makeEngine({ modelDirs }).transcribe(audio, { signal })).rejects.toMatchObject({
    code: 'RECOGNIZER_MISSING',
  });
  await rm(model, { recursive: true });
  expect((await makeEngine({ modelDirs }).transcribe(audio, { signal })).segments).not.toEqual([]);
});

it.each([
  ['program', { binary: 'pocketsphinx-that-is-not-there' }],
  ['model', { modelDirs: ['/model-that-is-not-there'] }],
])('explains how to install a missing %s', async (_name, options) => {
  const audio = await decodeSample(['-t', '3']);
  await expect(makeEngine(options).transcribe(audio, { signal })).rejects.toMatchObject({
    kind: 'provider',
    code: 'RECOGNIZER_MISSING',
    retryable: false,
    message: UNAVAILABLE.TRANSCRIPTION,
    cause: { message: expect.stringContaining('apt-get install -y pocketsphinx') as string },
  });
});

it('stops every process when aborted', async () => {
  const audio = await decodeSample([]);
  const reason = new Error('The deadline has passed.');
  const controller = new AbortController();
  const result = expect(makeEngine().transcribe(audio, { signal: controller.signal })).rejects.toBe(reason);
  while (!children.listNames().some((name) => name.startsWith('pocketsphinx')))
    await new Promise((resolve) => setTimeout(resolve, 20));
  controller.abort(reason);
  await result;
  expect(children.listNames()).toEqual([]);
  expect((await readdir(audio.workDir)).filter((name) => name.endsWith('.raw'))).toEqual([]);
});
