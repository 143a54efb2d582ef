import { isNativeError } from 'node:util/types';

import { serializeError } from './serialize-error';

const REDACTED = '[redacted]';

// Keys with secret values, in lowercase without `_` and `-`.
const SECRET_KEY =
  /^(cookies?|setcookie|(proxy)?authorization)$|(password|secret|token|key|signature|credentials?|webhookurl)$/;

// Keys that hold call text. `reason` and `outcome` are sentences from the analysis, so log a skip reason as
// `skipReason`.
const CALL_TEXT_KEYS = new Set([
  'transcript',
  'segments',
  'text',
  'words',
  'hints',
  'analysis',
  'summary',
  'keypoints',
  'quote',
  'evidence',
  'claim',
  'reason',
  'outcome',
  'followup',
  'content',
  'calldata',
]);

// Deeper levels are dropped, which also handles circular structures.
const MAX_DEPTH = 8;

/** Returns a copy that's safe to log: without secrets and transcripts, and with errors reduced to safe fields. */
export function redact(value: unknown, depth = 0): unknown {
  if (isNativeError(value)) return serializeError(value);
  if (typeof value !== 'object' || value === null) return value;
  if (ArrayBuffer.isView(value)) return `[${value.byteLength} bytes]`;
  if (depth === MAX_DEPTH) return '[too deep]';
  if (hasToJson(value)) return redact(value.toJSON(), depth + 1);
  if (Array.isArray(value)) return value.map((item) => redact(item, depth + 1));
  if (value instanceof Map || value instanceof Set) return redact([...value], depth);
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, isPrivate(key) ? REDACTED : redact(item, depth + 1)]),
  );
}

function hasToJson(value: object): value is { toJSON: () => unknown } {
  return 'toJSON' in value && typeof value.toJSON === 'function';
}

function isPrivate(key: string): boolean {
  const name = key.toLowerCase().replace(/[-_]/g, '');
  return CALL_TEXT_KEYS.has(name) || SECRET_KEY.test(name);
}

/**
 * Removes secrets that have a recognizable shape: query strings (they carry signatures), passwords in connection
 * strings, and credentials. Safe to use on a line of JSON: no pattern crosses a quote or a backslash.
 */
export function scrubText(text: string): string {
  return text
    .replace(/\b([a-z][a-z0-9+.-]{1,20}:\/\/)[^\s"'\\/@]+@/gi, `$1${REDACTED}@`)
    .replace(/\b(https?:\/\/[^\s"'\\?#<>]+)[?#][^\s"'\\<>]+/gi, `$1?${REDACTED}`)
    .replace(/\b(Bearer|Basic) +[\w+/=.~-]{16,}/gi, `$1 ${REDACTED}`)
    .replace(/\b(rw_|sk-|whsec_|xox[a-z]-)[\w+/=-]{8,}/g, `$1${REDACTED}`);
}
