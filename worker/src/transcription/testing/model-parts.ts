import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { Dimension, Initializer, Node, Value } from './onnx-writer';

/** Noise amplitudes (1 is full scale) that represent the tokens in `SPOKEN_TOKENS`; silence represents none. */
export const AMPLITUDES = [0.0025, 0.01, 0.04, 0.16, 0.64];

const MIN_SCORE = -1e9;

type Matrix = number[][];

export async function writeModel(folder: string, files: Record<string, Buffer | string>): Promise<string> {
  await mkdir(folder, { recursive: true });
  for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content);
  return folder;
}

export function tokenList(tokens: string[]): string {
  return tokens.map((token, id) => `${token} ${id}\n`).join('');
}

// Mean absolute value of uniformly distributed noise.
export function meanAbsoluteValue(index: number): number {
  return AMPLITUDES[index]! / 2;
}

// Class scores by distance to the class centers, as a linear function: -(x - c)² without x².
export function nearestClassWeights(name: string, centers: (number | null)[]): Initializer[] {
  return [
    floats(
      `${name}.weights`,
      [1, centers.length],
      centers.map((center) => 2 * (center ?? 0)),
    ),
    floats(
      `${name}.bias`,
      [centers.length],
      centers.map((center) => (center === null ? MIN_SCORE : -center * center)),
    ),
  ];
}

export function nearestClassNodes(name: string, input: string, output: string): Node[] {
  return [
    node('MatMul', [input, `${name}.weights`], `${name}.product`),
    node('Add', [`${name}.product`, `${name}.bias`], output),
  ];
}

// Almost 1 for the nearest class and 0 for the others.
export function classifierNodes(name: string, input: string, output: string): Node[] {
  return [
    ...nearestClassNodes(name, input, `${name}.scores`),
    node('Softmax', [`${name}.scores`], output, { axis: -1 }),
  ];
}

// Transforms (batch, 1, frames) to (batch, fewer frames, 1).
export function maxPoolNodes(frames: number, input: string, output: string): Node[] {
  return [
    node('MaxPool', [input], `${output}.row`, { kernel_shape: [frames], strides: [frames] }),
    node('Transpose', [`${output}.row`], output, { perm: [0, 2, 1] }),
  ];
}

export function node(op: string, inputs: string[], output: string, attributes: Node['attributes'] = {}): Node {
  return { op, inputs, outputs: [output], attributes };
}

export function float(name: string, ...shape: Dimension[]): Value {
  return { name, type: 'float', shape };
}

export function int64(name: string, ...shape: Dimension[]): Value {
  return { name, type: 'int64', shape };
}

export function floats(name: string, shape: number[], values: number[]): Initializer {
  return { name, type: 'float', shape, values };
}

export function integers(name: string, shape: number[], values: number[]): Initializer {
  return { name, type: 'int64', shape, values };
}

export function matrix(name: string, rows: Matrix): Initializer {
  return floats(name, [rows.length, rows[0]?.length ?? 0], rows.flat());
}

export function sparseRow(size: number, values: Record<number, number>): number[] {
  return Array.from({ length: size }, (_, index) => values[index] ?? 0);
}
