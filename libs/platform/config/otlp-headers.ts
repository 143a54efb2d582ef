import type { z } from 'zod';

// Valid HTTP header names, and values without characters that aren't allowed in headers.
const NAME = /^[\w!#$%&'*+.^`|~-]+$/;
const VALUE = /^[\t\x20-\x7e]*$/;

/**
 * Parses `name=value,other=value` with percent-encoded values, as OpenTelemetry defines it. Error messages never
 * quote a value.
 */
export function parseOtlpHeaders(text: string, context: z.RefinementCtx): Record<string, string> {
  const entries = text
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean)
    .map(parseHeader);
  const invalidIndex = entries.findIndex((entry) => entry === undefined);
  if (invalidIndex >= 0)
    context.addIssue({
      code: 'custom',
      message: `entry ${invalidIndex + 1} must be name=value, with the value percent-encoded`,
    });
  return Object.fromEntries(entries.filter((entry) => entry !== undefined));
}

function parseHeader(entry: string): [string, string] | undefined {
  const separatorIndex = entry.indexOf('=');
  const name = entry.slice(0, Math.max(separatorIndex, 0)).trim();
  const value = tryDecode(entry.slice(separatorIndex + 1).trim());
  return value !== undefined && NAME.test(name) && VALUE.test(value) ? [name, value] : undefined;
}

function tryDecode(value: string): string | undefined {
  try {
    return decodeURIComponent(value);
  } catch {
    return undefined;
  }
}
