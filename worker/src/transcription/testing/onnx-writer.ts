/**
 * Writes ONNX models with a few nodes, so that tests can run real inference without a download. Field numbers are from
 * onnx.proto3 (ONNX 1.12, IR version 8, operator set 13).
 */

export type Dimension = number | string;

export interface Value {
  name: string;
  type: 'float' | 'int32' | 'int64' | 'bool';
  /** A string is the name of a variable dimension. */
  shape: Dimension[];
}

export interface Initializer {
  name: string;
  type: 'float' | 'int64';
  shape: number[];
  values: number[];
}

export interface Node {
  op: string;
  inputs: string[];
  outputs: string[];
  /** Integers, lists of integers or, as `{ float }`, floating-point numbers. */
  attributes?: Record<string, number | number[] | { float: number }>;
}

export interface Graph {
  inputs: Value[];
  outputs: Value[];
  initializers?: Initializer[];
  nodes: Node[];
  /** Properties read by sherpa-onnx; numbers are written as text. */
  metadata?: Record<string, string | number>;
}

const ELEMENT_TYPES = { float: 1, int32: 6, int64: 7, bool: 9 };
const ATTRIBUTE_TYPES = { float: 1, int: 2, ints: 7 };

export function onnxModel({ inputs, outputs, initializers = [], nodes, metadata = {} }: Graph): Buffer {
  const graph = [
    ...nodes.map((node) => message(1, nodeProto(node))),
    text(2, 'test'),
    ...initializers.map((initializer) => message(5, tensorProto(initializer))),
    ...inputs.map((value) => message(11, valueProto(value))),
    ...outputs.map((value) => message(12, valueProto(value))),
  ];
  return Buffer.concat([
    integer(1, 8),
    message(7, graph),
    message(8, [integer(2, 13)]),
    ...Object.entries(metadata).map(([key, value]) => message(14, [text(1, key), text(2, String(value))])),
  ]);
}

function nodeProto({ op, inputs, outputs, attributes = {} }: Node): Buffer[] {
  return [
    ...inputs.map((name) => text(1, name)),
    ...outputs.map((name) => text(2, name)),
    text(4, op),
    ...Object.entries(attributes).map(([name, value]) => message(5, [text(1, name), ...attributeValue(value)])),
  ];
}

function attributeValue(value: number | number[] | { float: number }): Buffer[] {
  if (Array.isArray(value)) return [...value.map((item) => integer(8, item)), integer(20, ATTRIBUTE_TYPES.ints)];
  if (typeof value === 'number') return [integer(3, value), integer(20, ATTRIBUTE_TYPES.int)];
  const bytes = Buffer.alloc(4);
  bytes.writeFloatLE(value.float);
  return [Buffer.concat([varint((2 << 3) | 5), bytes]), integer(20, ATTRIBUTE_TYPES.float)];
}

function tensorProto({ name, type, shape, values }: Initializer): Buffer[] {
  const raw = Buffer.alloc(values.length * (type === 'float' ? 4 : 8));
  for (const [index, value] of values.entries()) {
    if (type === 'float') raw.writeFloatLE(value, index * 4);
    else raw.writeBigInt64LE(BigInt(value), index * 8);
  }
  return [...shape.map((size) => integer(1, size)), integer(2, ELEMENT_TYPES[type]), text(8, name), bytesField(9, raw)];
}

function valueProto({ name, type, shape }: Value): Buffer[] {
  const dimensions = shape.map((size) => message(1, [typeof size === 'number' ? integer(1, size) : text(2, size)]));
  const tensor = [integer(1, ELEMENT_TYPES[type]), message(2, dimensions)];
  return [text(1, name), message(2, [message(1, tensor)])];
}

function message(field: number, parts: Buffer[]): Buffer {
  return bytesField(field, Buffer.concat(parts));
}

function text(field: number, value: string): Buffer {
  return bytesField(field, Buffer.from(value));
}

function bytesField(field: number, bytes: Buffer): Buffer {
  return Buffer.concat([varint((field << 3) | 2), varint(bytes.length), bytes]);
}

function integer(field: number, value: number): Buffer {
  return Buffer.concat([varint(field << 3), varint(value)]);
}

// Negative numbers take ten bytes because they're written in 64-bit two's complement.
function varint(value: number): Buffer {
  const bytes: number[] = [];
  let remaining = BigInt.asUintN(64, BigInt(value));
  for (; remaining > 127n; remaining >>= 7n) bytes.push(Number(remaining & 127n) | 128);
  return Buffer.from([...bytes, Number(remaining)]);
}
