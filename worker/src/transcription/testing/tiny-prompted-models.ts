import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { float, floats, int64, integers, matrix, node, sparseRow, tokenList, writeModel } from './model-parts';
import { onnxModel, type Node, type Value } from './onnx-writer';

// Models whose output depends on their prompt; see tiny-models.ts.

const FLOAT = 1;
// Measured maximum of the features for noise at the third and fifth amplitude levels.
const QWEN_MAXIMA = [0.35, 0.95] as const;

// Adds a weight to all logits for each occurrence of a token in the prompt.
function promptConditionNodes(name: string, input: string, token: string, weight: string): Node[] {
  return [
    node('Equal', [input, token], `${name}.is`),
    node('Cast', [`${name}.is`], `${name}.number`, { to: FLOAT }),
    node('ReduceMax', [`${name}.number`], `${name}.any`, { axes: [0, 1], keepdims: 0 }),
    node('Mul', [`${name}.any`, weight], name),
  ];
}

/** Creates a model in Cohere Transcribe's layout that transcribes "voice", or "stimme" if given German. */
export async function writeCohereTranscribe(folder: string): Promise<string> {
  const texts = ['▁voice', '▁stimme'];
  const specials = [
    'endoftext',
    'startofcontext',
    'startoftranscript',
    'emo:undefined',
    'en',
    'de',
    'pnc',
    'nopnc',
    'itn',
    'noitn',
    'notimestamp',
    'nodiarize',
  ].map((name) => `<|${name}|>`);
  const tokens = [...texts, ...specials];
  const size = tokens.length;
  const end = tokens.indexOf('<|endoftext|>');
  const nextTokenRows = tokens.map((_, token) => sparseRow(size, { [token < texts.length ? end : 0]: 100 }));
  const cache = (name: string): Value => float(name, 1, 1, 1, 64, 1);
  const encoder = onnxModel({
    inputs: [float('mel', 1, 128, 'T')],
    outputs: [float('n_layer_cross_k', 1, 1, 1, 1), float('n_layer_cross_v', 1, 1, 1, 1)],
    initializers: [integers('axis', [1], [3])],
    nodes: [
      node('ReduceMax', ['mel'], 'loudness', { axes: [1, 2], keepdims: 1 }),
      node('Unsqueeze', ['loudness', 'axis'], 'n_layer_cross_k'),
      node('Identity', ['n_layer_cross_k'], 'n_layer_cross_v'),
    ],
    metadata: { model_type: 'cohere-transcribe-03-2026' },
  });
  const decoder = onnxModel({
    inputs: [
      int64('tokens', 1, 'n'),
      cache('in_k'),
      cache('in_v'),
      float('n_layer_cross_k', 1, 1, 1, 1),
      float('n_layer_cross_v', 1, 1, 1, 1),
      int64('offset'),
    ],
    outputs: [float('logits', 1, 'n', size), cache('out_k'), cache('out_v')],
    initializers: [
      matrix('following', nextTokenRows),
      integers('german', [1], [tokens.indexOf('<|de|>')]),
      floats('bias', [size], sparseRow(size, { 1: 200 })),
    ],
    nodes: [
      ...promptConditionNodes('conditioned', 'tokens', 'german', 'bias'),
      node('Gather', ['following', 'tokens'], 'next'),
      node('Add', ['next', 'conditioned'], 'logits'),
      node('Identity', ['in_k'], 'out_k'),
      node('Identity', ['in_v'], 'out_v'),
    ],
  });
  return writeModel(folder, {
    'encoder.int8.onnx': encoder,
    'decoder.int8.onnx': decoder,
    'tokens.txt': tokenList(tokens),
  });
}

/**
 * Creates a model in Qwen3-ASR's layout that, given a language, transcribes noise at the third amplitude level as
 * "quiet voice" and at the fifth as "loud voice", or as "smyth" if that's a name to expect.
 */
export async function writeQwen3Asr(folder: string): Promise<string> {
  const texts = ['quiet', 'loud', 'Ġvoice', 'smyth'];
  const specials = ['im_start', 'im_end', 'audio_start', 'audio_end', 'audio_pad'].map((name) => `<|${name}|>`);
  const tokens = [...texts, ...specials, '<asr_text>', ...'Ġsmyth'];
  const size = tokens.length;
  const [quietMaximum, loudMaximum] = QWEN_MAXIMA;
  const voice = 2;
  const smyth = 3;
  const end = tokens.indexOf('<|im_end|>');
  const nextTokenRows = tokens.map((token) => {
    if (token === '<asr_text>') return sparseRow(size, { 0: 100, 1: 100 });
    return sparseRow(size, { [token === 'quiet' || token === 'loud' ? voice : end]: 5_000 });
  });
  const cache = (name: string): Value => float(name, 1, 512, 1, 1);
  const delta = (name: string): Value => float(name, 1, 'n', 1, 1);
  const frontend = onnxModel({
    inputs: [float('features', 1, 'T', 128)],
    outputs: [float('frames', 1, 1, 1)],
    nodes: [node('ReduceMax', ['features'], 'frames', { axes: [1, 2], keepdims: 1 })],
  });
  const encoder = onnxModel({
    inputs: [float('frames', 1, 1, 1), { name: 'mask', type: 'bool', shape: [1, 1] }],
    outputs: [float('audio', 1, 1, 1)],
    nodes: [node('Identity', ['frames'], 'audio')],
  });
  const decoder = onnxModel({
    inputs: [
      int64('ids', 1, 'n'),
      float('audio', 1, 1, 1),
      int64('mask', 1, 'n'),
      int64('positions', 'n'),
      cache('key'),
      cache('value'),
    ],
    outputs: [float('logits', 1, 'n', size), delta('key_delta'), delta('value_delta')],
    initializers: [
      matrix('following', nextTokenRows),
      floats('weights', [size], sparseRow(size, { 0: 2 * quietMaximum, 1: 2 * loudMaximum })),
      floats('centers', [size], sparseRow(size, { 0: -(quietMaximum ** 2), 1: -(loudMaximum ** 2) })),
      integers('name', [1], [smyth]),
      floats('bias', [size], sparseRow(size, { [smyth]: 1_000 })),
      integers('axes', [2], [2, 3]),
    ],
    nodes: [
      node('ReduceMax', ['audio'], 'loudness', { axes: [0, 1, 2], keepdims: 0 }),
      node('Mul', ['weights', 'loudness'], 'product'),
      node('Add', ['product', 'centers'], 'scores'),
      ...promptConditionNodes('conditioned', 'ids', 'name', 'bias'),
      node('Gather', ['following', 'ids'], 'next'),
      node('Add', ['next', 'scores'], 'scores.next'),
      node('Add', ['scores.next', 'conditioned'], 'logits'),
      node('Cast', ['ids'], 'row', { to: FLOAT }),
      node('Unsqueeze', ['row', 'axes'], 'key_delta'),
      node('Identity', ['key_delta'], 'value_delta'),
    ],
  });
  const tokenizer = join(folder, 'tokenizer');
  await mkdir(tokenizer, { recursive: true });
  const vocabulary = Object.fromEntries(tokens.map((token, id) => [token, id]));
  await writeFile(join(tokenizer, 'vocab.json'), JSON.stringify(vocabulary));
  await writeFile(join(tokenizer, 'merges.txt'), 's m\nsm y\nsmy t\nsmyt h\n');
  await writeFile(join(tokenizer, 'tokenizer_config.json'), '{}');
  return writeModel(folder, {
    'conv_frontend.onnx': frontend,
    'encoder.int8.onnx': encoder,
    'decoder.int8.onnx': decoder,
  });
}
