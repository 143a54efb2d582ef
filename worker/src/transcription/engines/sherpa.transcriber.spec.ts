import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { useChildProcesses } from '@ringwell/testing/child-processes';
import { temporaryDirectory } from '@ringwell/testing/temporary-directory';

import type { DecodedAudio } from '../../audio/decoded-audio';
import { UNAVAILABLE } from '../../provider-error';
import { SherpaTranscriber } from './sherpa.transcriber';

const directory = temporaryDirectory();
const children = useChildProcesses();
const { signal } = new AbortController();
const FILES = {
  whisper: [
    'base.en-encoder.int8.onnx',
    'base.en-encoder.onnx',
    'base.en-decoder.int8.onnx',
    'base.en-decoder.onnx',
    'base.en-tokens.txt',
  ],
  parakeet: ['encoder.int8.onnx', 'decoder.int8.onnx', 'joiner.int8.onnx', 'tokens.txt'],
  'NeMo CTC': ['model.int8.onnx', 'tokens.txt'],
  moonshine: [
    'preprocess.onnx',
    'encode.int8.onnx',
    'uncached_decode.int8.onnx',
    'cached_decode.int8.onnx',
    'tokens.txt',
  ],
};

async function makeModelDir(names: string[]): Promise<string> {
  const path = await mkdtemp(join(directory, 'model-'));
  for (const name of names) await writeFile(join(path, name), randomBytes(2_000));
  return path;
}

async function makeOneSecondOfSpeech(): Promise<DecodedAudio> {
  const workDir = await mkdtemp(join(directory, 'run-'));
  const pcmPath = join(workDir, 'channel-0.pcm');
  await writeFile(pcmPath, randomBytes(32_000));
  return {
    sourcePath: pcmPath,
    mimeType: 'audio/wav',
    durationSeconds: 1,
    workDir,
    channels: [{ speaker: 'unknown', pcmPath, sourceChannel: 0, speech: [{ startMs: 0, endMs: 1_000 }] }],
  };
}

async function captureFailure(path: string): Promise<unknown> {
  const transcriber = new SherpaTranscriber({ modelDir: path, threads: 1 });
  return transcriber.transcribe(await makeOneSecondOfSpeech(), { signal }).catch((error: unknown) => error);
}

describe('failures', () => {
  const missingModel = {
    kind: 'provider',
    code: 'SHERPA_MODEL_MISSING',
    retryable: false,
    message: UNAVAILABLE.TRANSCRIPTION,
    cause: { message: expect.stringContaining('SHERPA_MODEL_DIR') as string },
  };

  it('explains a missing folder', async () => {
    expect(await captureFailure(join(directory, 'nowhere'))).toMatchObject(missingModel);
  });

  it('explains an empty folder', async () => {
    expect(await captureFailure(await makeModelDir([]))).toMatchObject(missingModel);
  });

  it('explains an incomplete model', async () => {
    await mkdir(join(directory, 'half'));
    expect(
      await captureFailure(await makeModelDir(FILES.whisper.filter((name) => !name.endsWith('tokens.txt')))),
    ).toMatchObject(missingModel);
  });

  it.each(Object.entries(FILES))('reports a damaged %s model without ending this process', async (_name, names) => {
    expect(await captureFailure(await makeModelDir(names))).toMatchObject({
      kind: 'provider',
      code: 'SHERPA_MODEL_UNUSABLE',
      retryable: false,
      message: UNAVAILABLE.TRANSCRIPTION,
      cause: { message: expect.stringContaining('SHERPA_MODEL_DIR') as string },
    });
    expect(children.listNames()).toEqual([]);
  });
});
