import { invalid } from '@ringwell/domain/errors/app-error';

import { readRequestBody, type BodyRequest } from './request-body';

export const MAX_JSON_BYTES = 102_400;
/** Maximum depth of nested arrays and objects. The routes need four levels. */
export const MAX_JSON_DEPTH = 32;
export const MAX_JSON_VALUES = 5_000;

export interface JsonLimits {
  maxBytes: number;
  timeoutMs?: number;
  /** A field that may have more values than the rest of the body. */
  largeField?: { name: string; maxValues: number };
}

/**
 * @returns `undefined` for an empty body
 * @throws AppError `MALFORMED_JSON`, `JSON_TOO_DEEP`, `JSON_TOO_MANY_VALUES`, and whatever `readRequestBody` throws
 */
export async function readJsonBody(
  request: BodyRequest,
  { largeField, ...limit }: JsonLimits = { maxBytes: MAX_JSON_BYTES },
): Promise<unknown> {
  const bytes = await readRequestBody(request, { name: 'JSON', ...limit });
  if (bytes.length === 0) return undefined;
  const json = parseJson(bytes);
  if (largeField && typeof json === 'object' && json !== null && largeField.name in json) {
    const { [largeField.name]: largeValue, ...otherFields } = json as Record<string, unknown>;
    assertJsonLimits(otherFields, MAX_JSON_VALUES);
    assertJsonLimits(largeValue, largeField.maxValues);
  } else assertJsonLimits(json, MAX_JSON_VALUES);
  return json;
}

function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) as unknown;
  } catch (cause) {
    throw invalid('MALFORMED_JSON', "The body isn't valid UTF-8 JSON. Check the quotes, commas and brackets.", {
      cause,
    });
  }
}

/**
 * Iterates level by level, because recursion could overflow the stack on a deeply nested body.
 * @throws AppError `JSON_TOO_DEEP`, `JSON_TOO_MANY_VALUES`
 */
export function assertJsonLimits(json: unknown, maxValues: number): void {
  let level = [json];
  let count = 0;
  for (let depth = 0; level.length > 0; depth += 1) {
    count += level.length;
    const containers = level.filter((value): value is object => typeof value === 'object' && value !== null);
    if (depth === MAX_JSON_DEPTH && containers.length > 0) {
      throw invalid(
        'JSON_TOO_DEEP',
        `The JSON is nested more than ${MAX_JSON_DEPTH} levels deep. Send a flatter structure.`,
      );
    }
    if (count > maxValues) {
      throw invalid('JSON_TOO_MANY_VALUES', `The JSON has more than ${maxValues} values. Send fewer.`);
    }
    level = containers.flatMap((container) => Object.values(container) as unknown[]);
  }
}
