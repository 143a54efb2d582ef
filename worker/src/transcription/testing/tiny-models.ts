import { join } from 'node:path';

import {
  AMPLITUDES,
  classifierNodes,
  float,
  floats,
  int64,
  integers,
  maxPoolNodes,
  matrix,
  meanAbsoluteValue,
  nearestClassWeights,
  nearestClassNodes,
  node,
  sparseRow,
  tokenList,
  writeModel,
} from './model-parts';
import { onnxModel } from './onnx-writer';

// Models of a few kilobytes with the inputs, outputs and properties that sherpa-onnx expects, so that it treats them
// like real models. They recognize the loudness of noise.

export const SPOKEN_TOKENS = ['▁fur', 'nace', '▁leak', '▁smith', '▁day'];
/** A token that scores almost as high as `▁smith`. */
export const HOMOPHONE = '▁smyth';
/** A transducer's logits for a recognized token, an uncertain token, a homophone and blank. */
export const LOGITS = { sure: 10, unsure: 6, homophone: 9.5, blank: 5 };

const MEL_BANDS = 80;
// Measured mean feature for noise at the last amplitude. The feature of each earlier amplitude is ln(16) lower.
const LOUDEST_FEATURE = { nemo: -1.75, kaldi: 2.35 };
const FEATURE_STEP = Math.log(16);
const SILENT_FEATURE = -15.9;
const UNSURE_TOKEN = 2;
/** A model with 80 ms per frame. Emits one token, such as `▁fur` or `nace`, for as long as the noise stays the same. */
export async function writeNemoCtc(folder: string): Promise<string> {
  const model = onnxModel({
    inputs: [float('audio_signal', 'B', MEL_BANDS, 'T'), int64('length', 'B')],
    outputs: [float('logprobs', 'B', 'T2', SPOKEN_TOKENS.length + 1)],
    initializers: nearestClassWeights('class', [...featureCenters('nemo'), SILENT_FEATURE]),
    nodes: [
      node('ReduceMean', ['audio_signal'], 'loudness', { axes: [1], keepdims: 1 }),
      ...maxPoolNodes(8, 'loudness', 'column'),
      ...nearestClassNodes('class', 'column', 'logprobs'),
    ],
    metadata: {
      model_type: 'EncDecCTCModelBPE',
      vocab_size: SPOKEN_TOKENS.length,
      subsampling_factor: 8,
      normalize_type: '',
    },
  });
  return writeModel(folder, { 'model.int8.onnx': model, 'tokens.txt': tokenList([...SPOKEN_TOKENS, '<blk>']) });
}

/** A token-and-duration transducer in Parakeet's layout, 80 ms per frame. Emits a token if it differs from the last. */
export async function writeNemoTransducer(folder: string): Promise<string> {
  const size = SPOKEN_TOKENS.length + 1;
  const durations = [0, 1, 0, 0, 0];
  const encoder = onnxModel({
    inputs: [float('audio_signal', 'B', MEL_BANDS, 'T'), int64('length', 'B')],
    outputs: [float('outputs', 'B', size, 'T2'), int64('encoded_lengths', 'B')],
    initializers: [
      ...nearestClassWeights('class', [...featureCenters('nemo'), SILENT_FEATURE]),
      matrix('meaning', [
        ...SPOKEN_TOKENS.map((_, id) => sparseRow(size, { [id]: logitFor(id) })),
        sparseRow(size, {}),
      ]),
      integers('eight', [], [8]),
    ],
    nodes: [
      node('ReduceMean', ['audio_signal'], 'loudness', { axes: [1], keepdims: 1 }),
      ...maxPoolNodes(8, 'loudness', 'column'),
      ...classifierNodes('class', 'column', 'chosen'),
      node('MatMul', ['chosen', 'meaning'], 'frames'),
      node('Transpose', ['frames'], 'outputs', { perm: [0, 2, 1] }),
      node('Div', ['length', 'eight'], 'encoded_lengths'),
    ],
    metadata: {
      model_type: 'EncDecRNNTBPEModel',
      url: 'https://example.com/tiny-tdt',
      vocab_size: size - 1,
      subsampling_factor: 8,
      normalize_type: '',
      pred_rnn_layers: 1,
      pred_hidden: 1,
      feat_dim: MEL_BANDS,
    },
  });
  const decoder = onnxModel({
    inputs: [
      { name: 'targets', type: 'int32', shape: [1, 1] },
      { name: 'target_length', type: 'int32', shape: [1] },
      float('states.1', 1, 1, 1),
      float('states.2', 1, 1, 1),
    ],
    outputs: [
      float('decoded', 1, size, 1),
      { name: 'decoded_length', type: 'int32', shape: [1] },
      float('next.1', 1, 1, 1),
      float('next.2', 1, 1, 1),
    ],
    initializers: [
      matrix('emitted', [...SPOKEN_TOKENS.map((_, id) => sparseRow(size, { [id]: LOGITS.sure })), sparseRow(size, {})]),
    ],
    nodes: [
      node('Gather', ['emitted', 'targets'], 'row'),
      node('Transpose', ['row'], 'decoded', { perm: [0, 2, 1] }),
      node('Identity', ['target_length'], 'decoded_length'),
      node('Identity', ['states.1'], 'next.1'),
      node('Identity', ['states.2'], 'next.2'),
    ],
  });
  const joiner = onnxModel({
    inputs: [float('encoded', 1, size, 1), float('decoded', 1, size, 1)],
    outputs: [float('logits', 1, 1, 1, size + durations.length)],
    initializers: [
      floats('bias', [size], sparseRow(size, { [size - 1]: LOGITS.blank })),
      floats('durations', [1, 1, durations.length], durations),
      integers('axis', [1], [1]),
    ],
    nodes: [
      node('Sub', ['encoded', 'decoded'], 'difference'),
      node('Transpose', ['difference'], 'row', { perm: [0, 2, 1] }),
      node('Add', ['row', 'bias'], 'tokens'),
      node('Concat', ['tokens', 'durations'], 'both', { axis: 2 }),
      node('Unsqueeze', ['both', 'axis'], 'logits'),
    ],
  });
  return writeModel(folder, {
    'encoder.int8.onnx': encoder,
    'decoder.int8.onnx': decoder,
    'joiner.int8.onnx': joiner,
    'tokens.txt': tokenList([...SPOKEN_TOKENS, '<blk>']),
  });
}

/** A stateless transducer in Zipformer's layout, 40 ms per frame, with a token that sounds almost like another. */
export async function writeZipformer(folder: string): Promise<string> {
  const smith = SPOKEN_TOKENS.indexOf('▁smith') + 1;
  const size = SPOKEN_TOKENS.length + 2;
  const homophone = size - 1;
  const encoderWeights = SPOKEN_TOKENS.map((_, index) => sparseRow(size, { [index + 1]: LOGITS.sure }));
  encoderWeights[smith - 1]![homophone] = LOGITS.homophone;
  const decoderWeights = SPOKEN_TOKENS.map((_, index) => sparseRow(size, { [index + 1]: LOGITS.sure }));
  decoderWeights[smith - 1]![homophone] = LOGITS.sure;
  const encoder = onnxModel({
    inputs: [float('x', 'N', 'T', MEL_BANDS), int64('x_lens', 'N')],
    outputs: [float('encoder_out', 'N', 'T2', size), int64('encoder_out_lens', 'N')],
    initializers: [
      ...nearestClassWeights('class', [...featureCenters('kaldi'), SILENT_FEATURE]),
      matrix('meaning', [...encoderWeights, sparseRow(size, {})]),
      integers('four', [], [4]),
    ],
    nodes: [
      node('ReduceMean', ['x'], 'mean', { axes: [2], keepdims: 1 }),
      node('Transpose', ['mean'], 'loudness', { perm: [0, 2, 1] }),
      ...maxPoolNodes(4, 'loudness', 'column'),
      ...classifierNodes('class', 'column', 'chosen'),
      node('MatMul', ['chosen', 'meaning'], 'encoder_out'),
      node('Div', ['x_lens', 'four'], 'encoder_out_lens'),
    ],
    metadata: { model_type: 'zipformer2' },
  });
  const decoder = onnxModel({
    inputs: [int64('y', 'N', 2)],
    outputs: [float('decoder_out', 'N', size)],
    initializers: [
      matrix('emitted', [sparseRow(size, {}), ...decoderWeights, decoderWeights[smith - 1]!]),
      integers('last', [], [1]),
    ],
    nodes: [node('Gather', ['y', 'last'], 'token', { axis: 1 }), node('Gather', ['emitted', 'token'], 'decoder_out')],
    metadata: { vocab_size: size, context_size: 2 },
  });
  const joiner = onnxModel({
    inputs: [float('encoder_out', 'N', size), float('decoder_out', 'N', size)],
    outputs: [float('logit', 'N', size)],
    initializers: [floats('bias', [size], sparseRow(size, { 0: LOGITS.blank }))],
    nodes: [node('Sub', ['encoder_out', 'decoder_out'], 'difference'), node('Add', ['difference', 'bias'], 'logit')],
    metadata: { joiner_dim: size },
  });
  return writeModel(folder, {
    'encoder-epoch-99-avg-1.onnx': encoder,
    'decoder-epoch-99-avg-1.onnx': decoder,
    'joiner-epoch-99-avg-1.onnx': joiner,
    'tokens.txt': tokenList(['<blk>', ...SPOKEN_TOKENS, HOMOPHONE]),
  });
}

/** Separates noise at the third and fifth amplitude levels into two voices. */
export async function writeDiarization(folder: string): Promise<string> {
  const frame = 160;
  const segmentation = onnxModel({
    inputs: [float('x', 1, 1, 16_000)],
    outputs: [float('y', 1, 'T', 7)],
    initializers: nearestClassWeights('class', [0, meanAbsoluteValue(2), meanAbsoluteValue(4), null, null, null, null]),
    nodes: [
      node('Abs', ['x'], 'magnitude'),
      node('AveragePool', ['magnitude'], 'means', { kernel_shape: [frame], strides: [frame] }),
      node('Transpose', ['means'], 'column', { perm: [0, 2, 1] }),
      ...nearestClassNodes('class', 'column', 'y'),
    ],
    metadata: {
      sample_rate: 16_000,
      window_size: 16_000,
      receptive_field_size: frame,
      receptive_field_shift: frame,
      num_speakers: 3,
      powerset_max_classes: 2,
      num_classes: 7,
    },
  });
  const [, , quietCenter, , loudCenter] = featureCenters('kaldi');
  const embedding = onnxModel({
    inputs: [float('x', 1, 'T', MEL_BANDS)],
    outputs: [float('embedding', 1, 2)],
    initializers: nearestClassWeights('voice', [quietCenter!, loudCenter!]),
    nodes: [
      node('ReduceMean', ['x'], 'loudness', { axes: [1, 2], keepdims: 1 }),
      node('Flatten', ['loudness'], 'column'),
      ...classifierNodes('voice', 'column', 'voices'),
      node('Flatten', ['voices'], 'embedding', { axis: 1 }),
    ],
    metadata: {
      framework: 'wespeaker',
      language: 'English',
      output_dim: 2,
      sample_rate: 16_000,
      normalize_samples: 1,
    },
  });
  await writeModel(join(folder, 'sherpa-onnx-pyannote-segmentation-3-0'), { 'model.onnx': segmentation });
  return writeModel(folder, { 'embedding.onnx': embedding });
}

function featureCenters(features: keyof typeof LOUDEST_FEATURE): number[] {
  return AMPLITUDES.map((_, index) => LOUDEST_FEATURE[features] - (AMPLITUDES.length - 1 - index) * FEATURE_STEP);
}

function logitFor(id: number): number {
  return id === UNSURE_TOKEN ? LOGITS.unsure : LOGITS.sure;
}
