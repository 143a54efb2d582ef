import { randomBytes } from 'node:crypto';
import { closeSync, openSync, writeSync } from 'node:fs';

/** Dimensions of a language model with the Qwen3 architecture. */
export interface ModelShape {
  layers: number;
  embedding: number;
  feedForward: number;
  heads: number;
  keyValueHeads: number;
  headSize: number;
  vocabulary: number;
  /** Whether matrices are quantized as in the published files, most to 4 bits and some to 6. */
  isCompressed: boolean;
}

const QWEN3 = { keyValueHeads: 8, headSize: 128, vocabulary: 151_936, isCompressed: true };

export const SHAPES = {
  'notes-small': { ...QWEN3, layers: 28, embedding: 2_048, feedForward: 6_144, heads: 16 },
  notes: { ...QWEN3, layers: 36, embedding: 2_560, feedForward: 9_728, heads: 32 },
  /** Its file is 150 kB. */
  tiny: {
    layers: 1,
    embedding: 64,
    feedForward: 64,
    heads: 2,
    keyValueHeads: 1,
    headSize: 32,
    vocabulary: 320,
    isCompressed: false,
  },
} satisfies Record<string, ModelShape>;

interface Tensor {
  name: string;
  dimensions: number[];
  type: TensorType;
}

type TensorType = 'f32' | 'q4_K' | 'q6_K';

// Each type's number, weights per block and bytes per block, from ggml.h and ggml-common.h.
const TENSOR_TYPES = {
  f32: { id: 0, weights: 1, bytes: 4 },
  q4_K: { id: 12, weights: 256, bytes: 144 },
  q6_K: { id: 14, weights: 256, bytes: 210 },
} satisfies Record<TensorType, object>;

const EMBEDDING = 'token_embd';
const BYTE_COUNT = 256;
const ALIGNMENT = 32;
const TILE_BLOCKS = 65_536;
const SPECIAL_TOKENS = ['<|endoftext|>', '<|im_start|>', '<|im_end|>', '<think>', '</think>'];
const NORMAL_TOKEN = 1;
const CONTROL_TOKEN = 3;
const UNUSED_TOKEN = 5;

/**
 * Writes a GGUF file with random weights, so that the runtime does the same work as with a real model, without a
 * download. The model's responses are meaningless.
 * @param text its most frequent parts become tokens, about as long as English tokens in a real vocabulary
 */
export function writeRandomModel(path: string, shape: ModelShape, text = ''): void {
  const tensors = buildTensors(shape);
  const file = openSync(path, 'w');
  try {
    const header = buildHeader(
      shape,
      tensors,
      trainMerges(text, shape.vocabulary - BYTE_COUNT - SPECIAL_TOKENS.length),
    );
    writeSync(file, Buffer.concat([header, Buffer.alloc(padding(header.length))]));
    const tiles = { f32: makeTile('f32'), q4_K: makeTile('q4_K'), q6_K: makeTile('q6_K') };
    for (const tensor of tensors) {
      const bytes = tensorBytes(tensor);
      const isRawEmbedding = tensor.name === `${EMBEDDING}.weight` && tensor.type === 'f32';
      const content = isNormLayer(tensor)
        ? makeOnes(bytes)
        : isRawEmbedding
          ? makeRawEmbedding(shape)
          : tiles[tensor.type];
      for (let written = 0; written < bytes; written += content.length)
        writeSync(file, content, 0, Math.min(content.length, bytes - written));
      writeSync(file, Buffer.alloc(padding(bytes)));
    }
  } finally {
    closeSync(file);
  }
}

function buildTensors({
  layers,
  embedding,
  feedForward,
  heads,
  keyValueHeads,
  headSize,
  ...shape
}: ModelShape): Tensor[] {
  const defaultType = shape.isCompressed ? 'q4_K' : 'f32';
  const preciseType = shape.isCompressed ? 'q6_K' : 'f32';
  const matrix = (name: string, from: number, to: number, type: TensorType): Tensor => ({
    name: `${name}.weight`,
    dimensions: [from, to],
    type,
  });
  const norm = (name: string, size: number): Tensor => ({ name: `${name}.weight`, dimensions: [size], type: 'f32' });
  const layer = (index: number): Tensor[] => {
    // In the published files, some matrices in every other layer are quantized less.
    const mixedType = index % 2 === 0 ? preciseType : defaultType;
    const name = (part: string): string => `blk.${index}.${part}`;
    return [
      norm(name('attn_norm'), embedding),
      matrix(name('attn_q'), embedding, heads * headSize, defaultType),
      matrix(name('attn_k'), embedding, keyValueHeads * headSize, defaultType),
      matrix(name('attn_v'), embedding, keyValueHeads * headSize, mixedType),
      matrix(name('attn_output'), heads * headSize, embedding, defaultType),
      norm(name('attn_q_norm'), headSize),
      norm(name('attn_k_norm'), headSize),
      norm(name('ffn_norm'), embedding),
      matrix(name('ffn_gate'), embedding, feedForward, defaultType),
      matrix(name('ffn_up'), embedding, feedForward, defaultType),
      matrix(name('ffn_down'), feedForward, embedding, mixedType),
    ];
  };
  return [
    matrix(EMBEDDING, embedding, shape.vocabulary, preciseType),
    norm('output_norm', embedding),
    ...Array.from({ length: layers }, (_, index) => layer(index)).flat(),
  ];
}

function isNormLayer({ dimensions }: Tensor): boolean {
  return dimensions.length === 1;
}

function tensorBytes({ dimensions, type }: Tensor): number {
  const { weights, bytes } = TENSOR_TYPES[type];
  return (dimensions.reduce((product, size) => product * size, 1) / weights) * bytes;
}

function padding(bytes: number): number {
  return (ALIGNMENT - (bytes % ALIGNMENT)) % ALIGNMENT;
}

function makeOnes(bytes: number): Buffer {
  return Buffer.from(new Float32Array(bytes / 4).fill(1).buffer);
}

// Returns random blocks with scales that keep the sums finite.
function makeTile(type: TensorType): Buffer {
  const { bytes } = TENSOR_TYPES[type];
  if (type === 'f32') return Buffer.from(makePlainWeights(TILE_BLOCKS).buffer);
  const tile = randomBytes(TILE_BLOCKS * bytes);
  const scaleBits = 0x0800; // 2^-13 as a half-precision number
  for (let block = 0; block < TILE_BLOCKS; block += 1) {
    const offset = block * bytes;
    if (type === 'q6_K') tile.writeUInt16LE(scaleBits, offset + bytes - 2);
    else {
      tile.writeUInt16LE(scaleBits, offset);
      tile.writeUInt16LE(scaleBits, offset + 2);
    }
  }
  return tile;
}

// Makes words more likely than single bytes, as in real models.
function makeRawEmbedding({ embedding, vocabulary }: ModelShape): Buffer {
  const weights = makePlainWeights(embedding * vocabulary);
  return Buffer.from(weights.map((weight, index) => (index < BYTE_COUNT * embedding ? weight / 10 : weight)).buffer);
}

// Deterministic: returns the same weights every time.
function makePlainWeights(count: number): Float32Array {
  let state = 1;
  return Float32Array.from({ length: count }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return (state / 2 ** 32 - 0.5) / 4;
  });
}

function buildHeader(shape: ModelShape, tensors: readonly Tensor[], merges: readonly [string, string][]): Buffer {
  const tokens = [...byteCharacters(), ...merges.map(([left, right]) => left + right)];
  const types: number[] = tokens.map(() => NORMAL_TOKEN);
  while (tokens.length < shape.vocabulary - SPECIAL_TOKENS.length) {
    tokens.push(`[unused${tokens.length}]`);
    types.push(UNUSED_TOKEN);
  }
  const firstSpecialToken = tokens.length;
  tokens.push(...SPECIAL_TOKENS);
  types.push(...SPECIAL_TOKENS.map(() => CONTROL_TOKEN));
  const entries: Buffer[] = [
    entry('general.architecture', string('qwen3')),
    entry('general.name', string('Random weights')),
    entry('qwen3.block_count', uint32(shape.layers)),
    entry('qwen3.context_length', uint32(40_960)),
    entry('qwen3.embedding_length', uint32(shape.embedding)),
    entry('qwen3.feed_forward_length', uint32(shape.feedForward)),
    entry('qwen3.attention.head_count', uint32(shape.heads)),
    entry('qwen3.attention.head_count_kv', uint32(shape.keyValueHeads)),
    entry('qwen3.attention.key_length', uint32(shape.headSize)),
    entry('qwen3.attention.value_length', uint32(shape.headSize)),
    entry('qwen3.attention.layer_norm_rms_epsilon', float32(1e-6)),
    entry('qwen3.rope.freq_base', float32(1e6)),
    entry('tokenizer.ggml.model', string('gpt2')),
    entry('tokenizer.ggml.pre', string('qwen2')),
    entry('tokenizer.ggml.tokens', list(STRING, tokens.map(plainString))),
    entry('tokenizer.ggml.token_type', list(INT32, types.map(plainUint32))),
    entry(
      'tokenizer.ggml.merges',
      list(
        STRING,
        merges.map(([left, right]) => plainString(`${left} ${right}`)),
      ),
    ),
    entry('tokenizer.ggml.eos_token_id', uint32(firstSpecialToken + SPECIAL_TOKENS.indexOf('<|im_end|>'))),
    entry('tokenizer.ggml.padding_token_id', uint32(firstSpecialToken)),
  ];
  let offset = 0;
  const infos = tensors.map((tensor) => {
    const { name, dimensions, type } = tensor;
    const info = Buffer.concat([
      plainString(name),
      plainUint32(dimensions.length),
      ...dimensions.map(plainUint64),
      plainUint32(TENSOR_TYPES[type].id),
      plainUint64(offset),
    ]);
    const bytes = tensorBytes(tensor);
    offset += bytes + padding(bytes);
    return info;
  });
  const counts = [plainUint64(tensors.length), plainUint64(entries.length)];
  return Buffer.concat([Buffer.from('GGUF'), plainUint32(3), ...counts, ...entries, ...infos]);
}

// Trains a byte pair encoding on the text. In a real vocabulary, English has about four characters per token.
function trainMerges(text: string, maxMerges: number): [string, string][] {
  const merges: [string, string][] = [];
  const words = (text.match(/ ?\p{L}+|\p{N}|[^\s\p{L}\p{N}]+|\s+/gu) ?? []).map((word) => [
    ...word.replaceAll(' ', 'Ġ'),
  ]);
  const tokenCount = (): number => words.reduce((sum, word) => sum + word.length, 0);
  while (merges.length < maxMerges && tokenCount() > text.length / CHARACTERS_PER_TOKEN) {
    const counts = new Map<string, number>();
    for (const word of words)
      for (let index = 1; index < word.length; index += 1) {
        const pair = `${word[index - 1]} ${word[index]}`;
        counts.set(pair, (counts.get(pair) ?? 0) + 1);
      }
    const [mostFrequent] = [...counts].sort((a, b) => b[1] - a[1]);
    if (mostFrequent === undefined) break;
    const [left = '', right = ''] = mostFrequent[0].split(' ');
    merges.push([left, right]);
    for (const word of words)
      for (let index = word.length - 1; index > 0; index -= 1)
        if (word[index - 1] === left && word[index] === right) word.splice(index - 1, 2, left + right);
  }
  return merges;
}

const CHARACTERS_PER_TOKEN = 4.2;

// GPT-2 represents each byte as a visible character.
function byteCharacters(): string[] {
  const isVisible = (byte: number): boolean =>
    (byte >= 33 && byte <= 126) || (byte >= 161 && byte <= 172) || byte >= 174;
  let nextToken = BYTE_COUNT;
  return Array.from({ length: BYTE_COUNT }, (_, byte) => String.fromCharCode(isVisible(byte) ? byte : nextToken++));
}

// Header value types, from ggml's gguf.h.
const UINT32 = 4;
const INT32 = 5;
const FLOAT32 = 6;
const STRING = 8;
const ARRAY = 9;

interface Value {
  type: number;
  content: Buffer;
}

function entry(name: string, { type, content }: Value): Buffer {
  return Buffer.concat([plainString(name), plainUint32(type), content]);
}

function uint32(value: number): Value {
  return { type: UINT32, content: plainUint32(value) };
}

function float32(value: number): Value {
  return { type: FLOAT32, content: Buffer.from(new Float32Array([value]).buffer) };
}

function string(value: string): Value {
  return { type: STRING, content: plainString(value) };
}

function list(type: number, items: readonly Buffer[]): Value {
  return { type: ARRAY, content: Buffer.concat([plainUint32(type), plainUint64(items.length), ...items]) };
}

function plainString(value: string): Buffer {
  const bytes = Buffer.from(value);
  return Buffer.concat([plainUint64(bytes.length), bytes]);
}

function plainUint32(value: number): Buffer {
  return Buffer.from(new Uint32Array([value]).buffer);
}

function plainUint64(value: number): Buffer {
  return Buffer.from(new BigUint64Array([BigInt(value)]).buffer);
}
