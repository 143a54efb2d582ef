import type { EntityManager } from 'typeorm';

import { sanitizeForStorage } from '@ringwell/domain/text/sanitize-for-storage';
import { listPartyKeys } from '@ringwell/rules/calls/customer-key';

import { columnName } from '../postgres/column-name';
import { preparedRows } from '../postgres/prepared';
import type { Call } from './call.entity';
import { isDeletedSql } from './deleted-ids';

// Written for a queued call; all other columns have defaults.
const QUEUED_CALL_FIELDS = [
  'id',
  'accountId',
  'source',
  'externalId',
  'idempotencyKey',
  'requestHash',
  'direction',
  'fromNumber',
  'toNumber',
  'customerName',
  'agentId',
  'agentSource',
  'leadCallId',
  'jobId',
  'customerId',
  'occurredAt',
  'sealedCallbackUrl',
  'callbackHost',
  'callbackHash',
  'sealedRecordingUrl',
  'recordingKey',
  'recordingSha256',
  'recordingBytes',
  'recordingType',
  'traceParent',
] as const satisfies readonly (keyof Call)[];
const COLUMNS = QUEUED_CALL_FIELDS.map((field) => [field, columnName(field)] as const);

type QueuedCallField = Exclude<(typeof QUEUED_CALL_FIELDS)[number], 'id' | 'accountId' | 'source'>;
// Only calls that aren't inserted together with others have these.
type SingleCallField = 'hasGivenTranscript' | 'durationSeconds' | 'audioRedaction' | 'skipReason' | 'finishedAt';

export type NewCall = Pick<Call, 'id' | 'source' | 'state'> & Partial<Pick<Call, QueuedCallField | SingleCallField>>;

export type AccountCall = NewCall & Pick<Call, 'accountId'>;

// Sorted, so that two statements inserting the same calls can't deadlock.
const INSERT_QUEUED_CALLS = `
  insert into calls (${COLUMNS.map(([, column]) => column).join(', ')}, party_keys, audio_redaction)
  select ${COLUMNS.map(([, column]) => `call.${column}`).join(', ')}, call.party_keys,
    case when settings.redaction = 'transcript_and_audio' then 'unchecked' end
  from json_populate_recordset(null::calls, $1) call
    join account_settings settings on settings.account_id = call.account_id and settings.active
      and settings.storage_quota_gb is null
  where not ${isDeletedSql('call')}
  order by call.account_id, call.external_id, call.idempotency_key
  on conflict do nothing returning id`;

/**
 * Inserts queued calls with one statement. Skips duplicates and calls for accounts that are turned off or have their
 * own storage quota. Fails as a whole if any call is invalid.
 * @returns the ids of the inserted calls
 */
export async function insertQueuedCalls(manager: EntityManager, calls: readonly AccountCall[]): Promise<Set<string>> {
  const callRows = calls.map((call) => ({
    ...Object.fromEntries(
      COLUMNS.flatMap(([field, column]) => (call[field] === undefined ? [] : [[column, call[field]]])),
    ),
    party_keys: toPartyKeys(call),
  }));
  const queued = await preparedRows<{ id: string }>(manager, INSERT_QUEUED_CALLS, [
    JSON.stringify(sanitizeForStorage(callRows)),
  ]);
  return new Set(queued.map(({ id }) => id));
}

export function toPartyKeys({ fromNumber = null, toNumber = null, customerId = null }: Partial<NewCall>): string[] {
  return listPartyKeys({ fromNumber, toNumber, customerId });
}
