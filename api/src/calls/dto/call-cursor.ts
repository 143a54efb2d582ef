import { isUUID } from 'class-validator';

import type { CallPosition } from '@ringwell/database/calls/call-lists.repository';

const POSITION = /^(\d{1,16})\.([0-9a-f-]{36})$/;

/** An opaque position in the list of calls, which stays valid while calls are added and deleted. */
export function cursorOf({ timeMicros, id }: CallPosition): string {
  return Buffer.from(`${timeMicros}.${id}`).toString('base64url');
}

/** The position of a cursor; `undefined` for an invalid cursor. */
export function positionOf(cursor: string): CallPosition | undefined {
  const [, timeMicros, id] = POSITION.exec(Buffer.from(cursor, 'base64url').toString()) ?? [];
  return timeMicros !== undefined && isUUID(id) ? { timeMicros, id: String(id) } : undefined;
}
