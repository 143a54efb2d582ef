import { AppError } from '@ringwell/domain/app-error';

import { readRequestBody, type BodyRequest } from './request-body';

/** Many times what any request of ours needs. */
export const MAX_JSON_BYTES = 102_400;
/** Arrays and objects within each other; ours need four. */
export const MAX_JSON_DEPTH = 32;
/** Each value may be checked, and complained about, by itself. */
export const MAX_JSON_VALUES = 5_000;

/**
 * Reads a JSON body.
 * @returns `undefined` for an empty body
 * @throws AppError `MALFORMED_JSON`, `JSON_TOO_DEEP`, `JSON_TOO_MANY_VALUES`, and what `readRequestBody` says
 */
export async function readJsonBody(request: BodyRequest): Promise<unknown> {
  const bytes = await readRequestBody(request, { name: 'JSON', maxBytes: MAX_JSON_BYTES });
  if (bytes.length === 0) return undefined;
  const json = parse(bytes);
  assertSimple(json);
  return json;
}

function parse(bytes: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) as unknown;
  } catch (cause) {
    throw new AppError({
      kind: 'invalid',
      code: 'MALFORMED_JSON',
      message: 'The body is not valid JSON in UTF-8. Check quotes, commas and brackets.',
      cause,
    });
  }
}

/** Goes down level by level, as the stack would not last for a body that is made to be deep. What reads it later does recurse. */
function assertSimple(json: unknown): void {
  let level = [json];
  let count = 0;
  for (let depth = 0; level.length > 0; depth += 1) {
    count += level.length;
    const containers = level.filter((value): value is object => typeof value === 'object' && value !== null);
    if (depth === MAX_JSON_DEPTH && containers.length > 0) {
      throw new AppError({
        kind: 'invalid',
        code: 'JSON_TOO_DEEP',
        message: `The JSON has more than ${MAX_JSON_DEPTH} levels within each other. Send it flatter.`,
      });
    }
    if (count > MAX_JSON_VALUES) {
      throw new AppError({
        kind: 'invalid',
        code: 'JSON_TOO_MANY_VALUES',
        message: `The JSON holds more than ${MAX_JSON_VALUES} values. Send fewer.`,
      });
    }
    level = containers.flatMap((container) => Object.values(container) as unknown[]);
  }
}
