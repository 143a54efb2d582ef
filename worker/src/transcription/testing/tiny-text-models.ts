import {
  float,
  floats,
  int64,
  integers,
  matrix,
  meanAbsoluteValue,
  nearestClassWeights,
  nearestClassNodes,
  node,
  sparseRow,
  tokenList,
  writeModel,
} from './model-parts';
import { onnxModel, type Value } from './onnx-writer';

// Models that emit text token by token, without timestamps; see tiny-models.ts. Measured maximum of Whisper's features
// for noise at the third and fifth amplitude levels.
const WHISPER_MAXIMA = [0.35, 0.95] as const;

/** Creates a model that transcribes noise at the third amplitude as "quiet voice" and the fifth as "loud voice". */
export async function writeMoonshine(folder: string): Promise<string> {
  const tokens = ['<unk>', '<s>', '</s>', '▁quiet', '▁loud', '▁voice'];
  const size = tokens.length;
  const preprocess = onnxModel({
    inputs: [float('audio', 1, 'N')],
    outputs: [float('features', 1, 'T', 1)],
    initializers: [integers('axis', [1], [1])],
    nodes: [
      node('Abs', ['audio'], 'size'),
      node('Unsqueeze', ['size', 'axis'], 'row'),
      node('AveragePool', ['row'], 'means', { kernel_shape: [384], strides: [384] }),
      node('Transpose', ['means'], 'features', { perm: [0, 2, 1] }),
    ],
  });
  const lengthInput: Value = { name: 'length', type: 'int32', shape: [1] };
  const tokenInput: Value = { name: 'token', type: 'int32', shape: [1, 1] };
  const encode = onnxModel({
    inputs: [float('features', 1, 'T', 1), lengthInput],
    outputs: [float('encoded', 1, 'T', 1)],
    nodes: [node('Identity', ['features'], 'encoded')],
  });
  const uncached = onnxModel({
    inputs: [tokenInput, float('encoded', 1, 'T', 1), lengthInput],
    outputs: [float('logits', 1, 1, size), float('state', 1, 1, 1)],
    initializers: nearestClassWeights('first', [null, null, null, meanAbsoluteValue(2), meanAbsoluteValue(4), null]),
    nodes: [
      node('ReduceMax', ['encoded'], 'state', { axes: [1], keepdims: 1 }),
      ...nearestClassNodes('first', 'state', 'logits'),
    ],
  });
  const cached = onnxModel({
    inputs: [tokenInput, float('encoded', 1, 'T', 1), lengthInput, float('state', 1, 1, 1)],
    outputs: [float('logits', 1, 1, size), float('next', 1, 1, 1)],
    initializers: [
      matrix(
        'following',
        [2, 2, 2, 5, 5, 2].map((nextToken) => sparseRow(size, { [nextToken]: 1 })),
      ),
    ],
    nodes: [node('Gather', ['following', 'token'], 'logits'), node('Identity', ['state'], 'next')],
  });
  return writeModel(folder, {
    'preprocess.onnx': preprocess,
    'encode.int8.onnx': encode,
    'uncached_decode.int8.onnx': uncached,
    'cached_decode.int8.onnx': cached,
    'tokens.txt': tokenList(tokens),
  });
}

/** Creates a model with the same output in `tiny.en`'s layout. */
export async function writeWhisper(folder: string): Promise<string> {
  const texts = [' quiet', ' loud', ' voice'];
  const [eot, sot, translate, transcribe, noSpeech, noTimestamps] = [3, 4, 5, 6, 7, 8];
  const size = noTimestamps + 1;
  const [quietMaximum, loudMaximum] = WHISPER_MAXIMA;
  const encoder = onnxModel({
    inputs: [float('mel', 1, 80, 'T')],
    outputs: [float('n_layer_cross_k', 1, 1, 1, 1), float('n_layer_cross_v', 1, 1, 1, 1)],
    initializers: [integers('axis', [1], [3])],
    nodes: [
      node('ReduceMax', ['mel'], 'loudness', { axes: [1, 2], keepdims: 1 }),
      node('Unsqueeze', ['loudness', 'axis'], 'n_layer_cross_k'),
      node('Identity', ['n_layer_cross_k'], 'n_layer_cross_v'),
    ],
    metadata: {
      model_type: 'whisper-tiny.en',
      n_mels: 80,
      n_text_layer: 1,
      n_text_ctx: 64,
      n_text_state: 1,
      n_vocab: size,
      sot,
      sot_sequence: sot,
      eot,
      blank_id: 0,
      translate,
      transcribe,
      is_multilingual: 0,
      no_timestamps: noTimestamps,
      no_speech: noSpeech,
    },
  });
  const nextTokenRows = Array.from({ length: size }, (_, token) => sparseRow(size, { [token < 2 ? 2 : eot]: 100 }));
  nextTokenRows[noTimestamps] = sparseRow(size, { 0: 100, 1: 100 });
  const cache = (name: string): Value => float(name, 1, 1, 64, 1);
  const decoder = onnxModel({
    inputs: [
      int64('tokens', 1, 'n'),
      cache('in_k'),
      cache('in_v'),
      float('n_layer_cross_k', 1, 1, 1, 1),
      float('n_layer_cross_v', 1, 1, 1, 1),
      int64('offset', 1),
    ],
    outputs: [float('logits', 1, 'n', size), cache('out_k'), cache('out_v')],
    initializers: [
      matrix('following', nextTokenRows),
      floats('weights', [size], sparseRow(size, { 0: 2 * quietMaximum, 1: 2 * loudMaximum })),
      floats('bias', [size], sparseRow(size, { 0: -(quietMaximum ** 2), 1: -(loudMaximum ** 2) })),
    ],
    nodes: [
      node('ReduceMax', ['n_layer_cross_k'], 'loudness', { axes: [0, 1, 2, 3], keepdims: 0 }),
      node('Mul', ['weights', 'loudness'], 'product'),
      node('Add', ['product', 'bias'], 'scores'),
      node('Gather', ['following', 'tokens'], 'next'),
      node('Add', ['next', 'scores'], 'logits'),
      node('Identity', ['in_k'], 'out_k'),
      node('Identity', ['in_v'], 'out_v'),
    ],
  });
  return writeModel(folder, {
    'tiny.en-encoder.int8.onnx': encoder,
    'tiny.en-decoder.int8.onnx': decoder,
    'tiny.en-tokens.txt': tokenList(texts.map((text) => Buffer.from(text).toString('base64'))),
  });
}
