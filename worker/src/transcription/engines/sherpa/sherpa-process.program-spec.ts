import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, open, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { promisify } from 'node:util';

import { useChildProcesses } from '@ringwell/testing/child-processes';
import { temporaryDirectory } from '@ringwell/testing/temporary-directory';

import type { DecodedAudio } from '../../../audio/decoded-audio';
import { makeNoiseRecording } from '../../testing/noise';
import { writeNemoCtc } from '../../testing/tiny-models';
import { SherpaTranscriber } from '../sherpa.transcriber';
import { recognizerConfig } from './recognizer-config';
import { findSherpaModel } from './sherpa-model';

const directory = temporaryDirectory();
const children = useChildProcesses();
const { signal } = new AbortController();
const FAILURE = { code: 'RECOGNIZER_FAILED', retryable: true };

let modelDir: string;
let recording: DecodedAudio;
let transcriber: SherpaTranscriber;
beforeAll(async () => {
  modelDir = await writeNemoCtc(await mkdtemp(join(directory, 'model-')));
  recording = await makeNoiseRecording(directory, { seconds: 2, frameMs: 80, noise: [['▁leak', 6, 8]] });
});
beforeEach(() => {
  transcriber = new SherpaTranscriber({ modelDir, threads: 1 });
});
afterEach(() => transcriber.onApplicationShutdown());

/** A recording whose samples come from a pipe, which keeps the process busy until it's killed. */
async function makeEndlessRecording(): Promise<{ audio: DecodedAudio; waitForStart: () => Promise<FileHandle> }> {
  const pcmPath = join(await mkdtemp(join(directory, 'run-')), 'channel-0.pcm');
  await promisify(execFile)('mkfifo', [pcmPath]);
  const audio = { ...recording, channels: recording.channels.map((channel) => ({ ...channel, pcmPath })) };
  return { audio, waitForStart: () => open(pcmPath, 'w') }; // opening the pipe waits for its reader
}

async function transcribeText(audio: DecodedAudio): Promise<string> {
  const { segments } = await transcriber.transcribe(audio, { signal });
  return segments.map(({ text }) => text).join(' ');
}

it('stays running for the next recordings until the worker stops', async () => {
  expect(await transcribeText(recording)).toBe('leak');
  const firstPids = children.listIds();
  expect(await Promise.all([transcribeText(recording), transcribeText(recording)])).toEqual(['leak', 'leak']);
  expect(children.listIds()).toEqual(firstPids);
  expect(firstPids).toHaveLength(1);
  await transcriber.onApplicationShutdown();
  expect(children.listIds()).toEqual([]);
});

it('is replaced when it uses more memory than the limit', async () => {
  transcriber = new SherpaTranscriber({ modelDir, threads: 1, maxGrowthBytes: 0 });
  expect(await transcribeText(recording)).toBe('leak');
  expect(children.listIds()).toEqual([]);
  expect(await transcribeText(recording)).toBe('leak');
});

it('is replaced after being killed, and its call can be retried', async () => {
  const { audio, waitForStart } = await makeEndlessRecording();
  const failure = expect(transcribeText(audio)).rejects.toMatchObject(FAILURE);
  const pipe = await waitForStart();
  const nextText = transcribeText(recording);
  for (const pid of children.listIds()) process.kill(pid, 'SIGKILL');
  await failure;
  expect(await nextText).toBe('leak');
  await pipe.close();
});

it.each(['SIGKILL', 'SIGTERM'] as const)('does not blame the model for a %s while it is loading', async (reason) => {
  const failure = expect(transcribeText(recording)).rejects.toMatchObject(FAILURE);
  while (children.listIds().length === 0) await setImmediate();
  for (const pid of children.listIds()) process.kill(pid, reason);
  await failure;
  expect(await transcribeText(recording)).toBe('leak');
});

it('is killed when its call is canceled, and the next call is still transcribed', async () => {
  const { audio, waitForStart } = await makeEndlessRecording();
  const controller = new AbortController();
  const failure = expect(transcriber.transcribe(audio, { signal: controller.signal })).rejects.toThrow('canceled here');
  const pipe = await waitForStart();
  const [busyPid] = children.listIds();
  const nextText = transcribeText(recording);
  controller.abort(new Error('canceled here'));
  await failure;
  expect(await nextText).toBe('leak');
  expect(children.listIds()).not.toContain(busyPid);
  await pipe.close();
});

it('keeps running when a waiting call is canceled', async () => {
  const { audio, waitForStart } = await makeEndlessRecording();
  const failure = expect(transcribeText(audio)).rejects.toMatchObject(FAILURE);
  const pipe = await waitForStart();
  const busyPids = children.listIds();
  const controller = new AbortController();
  const waiting = transcriber.transcribe(recording, { signal: controller.signal });
  controller.abort(new Error('canceled here'));
  await expect(waiting).rejects.toThrow('canceled here');
  expect(children.listIds()).toEqual(busyPids);
  await transcriber.onApplicationShutdown();
  await failure;
  await pipe.close();
});

it('exits in the middle of a recording when the worker is killed and its input closes', async () => {
  const { audio, waitForStart } = await makeEndlessRecording();
  const child = spawn(process.execPath, [join(__dirname, 'sherpa-child.cjs')], {
    stdio: ['pipe', 'ignore', 'inherit'],
  });
  const { config } = await recognizerConfig(await findSherpaModel(modelDir), { threads: 1 });
  const range = { pcmPath: audio.channels[0]!.pcmPath, startByte: 0, byteCount: 64_000 };
  for (const request of [
    { action: 'load', config },
    { action: 'recognize', audio: range },
  ])
    child.stdin.write(`${JSON.stringify(request)}\n`);
  const pipe = await waitForStart();
  const exitPromise = once(child, 'exit');
  child.stdin.end();
  expect(await exitPromise).toEqual([null, 'SIGKILL']);
  await pipe.close();
});
