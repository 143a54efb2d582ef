import type { Call } from '@ringwell/database/calls/call.entity';
import { callTime } from '@ringwell/domain/call';

export function fileNameOf(
  { id, occurredAt, createdAt }: Pick<Call, 'id' | 'occurredAt' | 'createdAt'>,
  extension: string,
): string {
  return `call-${callTime({ occurredAt, createdAt }).toISOString().slice(0, 10)}-${id.slice(0, 8)}.${extension}`;
}
