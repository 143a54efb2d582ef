import { isUUID } from 'class-validator';

import type { CallPosition } from '@ringwell/database/calls/call-lists.repository';

const POSITION = /^(\d{1,16})\.([0-9a-f-]{36})$/;

/** A place in the list of calls as an opaque text, which stays right while calls come and go. */
export function cursorOf({ receivedAtMicros, id }: CallPosition): string {
  return Buffer.from(`${receivedAtMicros}.${id}`).toString('base64url');
}

/** The place behind a text; `undefined` for one that is no cursor of ours. */
export function positionOf(cursor: string): CallPosition | undefined {
  const [, receivedAtMicros, id] = POSITION.exec(Buffer.from(cursor, 'base64url').toString()) ?? [];
  return receivedAtMicros !== undefined && isUUID(id) ? { receivedAtMicros, id: String(id) } : undefined;
}
