import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { temporaryDirectory } from '@ringwell/testing/temporary-directory';

import { onnxModel } from '../../testing/onnx-writer';
import { writeNemoTransducer, writeZipformer } from '../../testing/tiny-models';
import { writeCohereTranscribe, writeQwen3Asr } from '../../testing/tiny-prompted-models';
import { writeWhisper } from '../../testing/tiny-text-models';
import { findDiarizationModels } from './diarization-models';
import { findSherpaModel } from './sherpa-model';

const directory = temporaryDirectory();

async function makeFolder(names: string[], content: string | Buffer = ''): Promise<string> {
  const path = await mkdtemp(join(directory, 'model-'));
  for (const name of names) await writeFile(join(path, name), content);
  return path;
}

describe('findSherpaModel', () => {
  it.each([
    [
      'whisper',
      [
        'base.en-encoder.int8.onnx',
        'base.en-encoder.onnx',
        'base.en-decoder.int8.onnx',
        'base.en-decoder.onnx',
        'base.en-tokens.txt',
      ],
      { encoder: 'base.en-encoder.int8.onnx', decoder: 'base.en-decoder.int8.onnx' },
    ],
    [
      'transducer',
      ['encoder.int8.onnx', 'decoder.int8.onnx', 'joiner.int8.onnx', 'tokens.txt'],
      { encoder: 'encoder.int8.onnx', decoder: 'decoder.int8.onnx', joiner: 'joiner.int8.onnx' },
    ],
    ['nemoCtc', ['model.onnx', 'model.int8.onnx', 'tokens.txt'], { model: 'model.int8.onnx' }],
    [
      'moonshine',
      ['preprocess.onnx', 'encode.int8.onnx', 'uncached_decode.int8.onnx', 'cached_decode.int8.onnx', 'tokens.txt'],
      {
        preprocessor: 'preprocess.onnx',
        encoder: 'encode.int8.onnx',
        uncachedDecoder: 'uncached_decode.int8.onnx',
        cachedDecoder: 'cached_decode.int8.onnx',
      },
    ],
    [
      'moonshine',
      ['encoder_model.ort', 'decoder_model_merged.ort', 'tokens.txt'],
      { encoder: 'encoder_model.ort', mergedDecoder: 'decoder_model_merged.ort' },
    ],
  ])('detects the model by its files: %s', async (kind, names, files) => {
    const path = await makeFolder(names);
    const tokens = names.find((name) => name.endsWith('tokens.txt')) ?? '';
    expect(await findSherpaModel(path)).toEqual({
      kind,
      tokens: join(path, tokens),
      files: Object.fromEntries(Object.entries(files).map(([part, name]) => [part, join(path, name)])),
    });
  });

  it.each([
    ['nemo_transducer', writeNemoTransducer],
    ['transducer', writeZipformer],
  ])('reads the type of a transducer: %s', async (modelType, writeModel) => {
    expect(await findSherpaModel(await writeModel(await makeFolder([])))).toMatchObject({
      kind: 'transducer',
      modelType,
    });
  });

  it('distinguishes Cohere Transcribe from Whisper, which has the same file names', async () => {
    const cohereModelDir = await writeCohereTranscribe(await makeFolder([]));
    expect(await findSherpaModel(cohereModelDir)).toEqual({
      kind: 'cohereTranscribe',
      tokens: join(cohereModelDir, 'tokens.txt'),
      files: { encoder: join(cohereModelDir, 'encoder.int8.onnx'), decoder: join(cohereModelDir, 'decoder.int8.onnx') },
    });
    expect(await findSherpaModel(await writeWhisper(await makeFolder([])))).toMatchObject({ kind: 'whisper' });
  });

  it("finds Qwen3-ASR's tokenizer folder, and names missing files", async () => {
    const qwen = await writeQwen3Asr(await makeFolder([]));
    expect(await findSherpaModel(qwen)).toEqual({
      kind: 'qwen3Asr',
      tokens: '',
      files: {
        convFrontend: join(qwen, 'conv_frontend.onnx'),
        encoder: join(qwen, 'encoder.int8.onnx'),
        decoder: join(qwen, 'decoder.int8.onnx'),
        tokenizer: join(qwen, 'tokenizer'),
      },
    });
    await rm(join(qwen, 'tokenizer', 'merges.txt'));
    await expect(findSherpaModel(qwen)).rejects.toMatchObject({
      code: 'SHERPA_MODEL_MISSING',
      cause: { message: expect.stringContaining('has no tokenizer/merges.txt') as string },
    });
  });

  it.each([
    ['a missing folder', () => join(directory, 'nowhere'), 'does not exist'],
    ['an empty folder', () => makeFolder([]), 'has no known model'],
    ['a model without its tokens', () => makeFolder(['encoder.onnx', 'decoder.onnx']), 'has no tokens.txt'],
    ['part of a model', () => makeFolder(['joiner.onnx', 'tokens.txt']), 'only contains part of a model (joiner.onnx)'],
    [
      'another kind of model',
      () => {
        const voiceDetector = onnxModel({ inputs: [], outputs: [], nodes: [], metadata: { model_type: 'ten-vad' } });
        return makeFolder(['model.onnx', 'tokens.txt'], voiceDetector);
      },
      'other than NeMo CTC',
    ],
  ])('tells the operator about %s', async (_name, folder, message) => {
    await expect(findSherpaModel(await folder())).rejects.toMatchObject({
      code: 'SHERPA_MODEL_MISSING',
      retryable: false,
      cause: expect.objectContaining({ message: expect.stringContaining(message) as string }) as Error,
    });
  });
});

describe('findDiarizationModels', () => {
  it('finds the segmentation model by its name, and uses the other model for embeddings', async () => {
    const path = await makeFolder(['pyannote-segmentation.int8.onnx', 'pyannote-segmentation.onnx', 'titanet.onnx']);
    expect(await findDiarizationModels(path)).toEqual({
      segmentation: join(path, 'pyannote-segmentation.onnx'),
      embedding: join(path, 'titanet.onnx'),
    });
  });

  it.each([
    ['without a folder', () => join(directory, 'nowhere')],
    ['with one of the two', () => makeFolder(['pyannote-segmentation.onnx'])],
  ])('finds nothing %s', async (_name, folder) => {
    expect(await findDiarizationModels(await folder())).toBeUndefined();
  });
});
