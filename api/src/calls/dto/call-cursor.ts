import { isUUID } from 'class-validator';

import type { CallPosition } from '@ringwell/database/calls/call-lists.repository';
import { SEARCH_READINGS } from '@ringwell/database/calls/call-search';

const POSITION = /^(\d{1,16})\.([0-9a-f-]{36})(?:\.(\w+))?$/;

/** Encodes a position in the call list as opaque text that stays valid while calls are added and deleted. */
export function encodeCursor({ timeMicros, id, reading }: CallPosition): string {
  return Buffer.from([timeMicros, id, ...(reading ? [reading] : [])].join('.')).toString('base64url');
}

/** Returns `undefined` for an invalid cursor. */
export function decodeCursor(cursor: string): CallPosition | undefined {
  const [, timeMicros, id, readingName] = POSITION.exec(Buffer.from(cursor, 'base64url').toString()) ?? [];
  const reading = SEARCH_READINGS.find((each) => each === readingName);
  if (timeMicros === undefined || !isUUID(id) || (readingName !== undefined && reading === undefined)) return undefined;
  return { timeMicros, id: String(id), ...(reading && { reading }) };
}
