import type { EntityManager } from 'typeorm';

import { conflict } from '@ringwell/domain/errors/app-error';

import { row } from '../postgres/sql';
import type { Call } from './call.entity';

const hashSql = (text: string): string => `encode(sha256(convert_to(${text}, 'UTF8')), 'hex')`;

/**
 * SQL array of the hashes that identify a deleted call if its sender resends it. Hashes the external id and the
 * idempotency key; each is null if the call doesn't have one.
 * @param call alias of a row with the columns of `calls`
 */
export const callIdHashesSql = (call: string): string => `array[
  ${hashSql(`${call}.account_id || ':id:' || ${call}.source || ':' || ${call}.external_id`)},
  ${hashSql(`${call}.account_id || ':key:' || ${call}.idempotency_key`)}]`;

/** SQL condition for a call that has already been deleted. */
export const isDeletedSql = (call: string): string => `exists (
  select from deleted_call_ids where account_id = ${call}.account_id and hash = any(${callIdHashesSql(call)}))`;

/** @throws AppError `CALL_DELETED` if the sender resends a deleted call */
export async function assertNotDeleted(
  manager: EntityManager,
  { accountId, source, externalId, idempotencyKey }: Call,
): Promise<void> {
  if (!externalId && !idempotencyKey) return;
  const deleted = await row(
    manager,
    `
    select from (values ($1::uuid, $2::text, $3::text, $4::text))
      as call (account_id, source, external_id, idempotency_key) where ${isDeletedSql('call')}`,
    [accountId, source, externalId, idempotencyKey],
  );
  if (!deleted) return;
  throw conflict(
    'CALL_DELETED',
    'This call was deleted, so it was not stored again. To add it anyway, send it with a new ID and key.',
  );
}
