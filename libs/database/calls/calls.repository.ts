import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

import { FINAL_CALL_STATES, type CallSource } from '@ringwell/domain/call';
import { storable } from '@ringwell/domain/storable';

import { row, rows, violatedUniqueConstraint } from '../postgres/sql';
import { CallAnalysis } from './call-analysis.entity';
import { CallTranscript } from './call-transcript.entity';
import { Call } from './call.entity';
import { endingCalls } from './end-calls';
import { UsageRecord } from './usage.entity';

/** A call as it is accepted. */
export type NewCall = Pick<Call, 'id' | 'source' | 'state'> &
  Partial<
    Pick<
      Call,
      | 'externalId'
      | 'idempotencyKey'
      | 'requestHash'
      | 'direction'
      | 'fromNumber'
      | 'toNumber'
      | 'customerName'
      | 'leadCallId'
      | 'jobId'
      | 'customerId'
      | 'occurredAt'
      | 'sealedCallbackUrl'
      | 'callbackHost'
      | 'callbackHash'
      | 'sealedRecordingUrl'
      | 'recordingKey'
      | 'recordingSha256'
      | 'recordingBytes'
      | 'recordingType'
      | 'skipReason'
      | 'finishedAt'
    >
  >;

/** One with the account that it belongs to. */
export type AccountCall = NewCall & Pick<Call, 'userId'>;

/** Where a call that is accepted as queued is written; what has no column here has its default, and the compiler misses none. */
const COLUMN_OF: Record<Exclude<keyof AccountCall, 'state' | 'skipReason' | 'finishedAt'>, string> = {
  id: 'id',
  userId: 'user_id',
  source: 'source',
  externalId: 'external_id',
  idempotencyKey: 'idempotency_key',
  requestHash: 'request_hash',
  direction: 'direction',
  fromNumber: 'from_number',
  toNumber: 'to_number',
  customerName: 'customer_name',
  leadCallId: 'lead_call_id',
  jobId: 'job_id',
  customerId: 'customer_id',
  occurredAt: 'occurred_at',
  sealedCallbackUrl: 'sealed_callback_url',
  callbackHost: 'callback_host',
  callbackHash: 'callback_hash',
  sealedRecordingUrl: 'sealed_recording_url',
  recordingKey: 'recording_key',
  recordingSha256: 'recording_sha256',
  recordingBytes: 'recording_bytes',
  recordingType: 'recording_type',
};
const COLUMNS = Object.entries(COLUMN_OF) as [keyof typeof COLUMN_OF, string][];

// In an order of their own: two statements that wait for each other's rows would never end.
const QUEUE_CALLS = `
  insert into calls (${COLUMNS.map(([, column]) => column).join(', ')})
  select ${COLUMNS.map(([, column]) => `call.${column}`).join(', ')}
  from json_populate_recordset(null::calls, $1) call join account_settings settings on settings.user_id = call.user_id and settings.active
  order by call.user_id, call.external_id, call.idempotency_key
  on conflict do nothing returning id`;

/** What there is to show of a call: of the latest run that was completed, whatever has become of the call since. */
export interface CallResult {
  transcript: CallTranscript | null;
  analysis: CallAnalysis | null;
  usage: UsageRecord | null;
}

/** A call with its result. State and error of the call are those of its current run. */
export interface CallWithResult extends CallResult {
  call: Call;
}

/** Calls, always seen from one account. */
@Injectable()
export class CallsRepository {
  constructor(private readonly manager: EntityManager) {}

  /**
   * Queues, in one statement, those calls whose account is switched on and that repeat no earlier one.
   * @returns their ids. Fails as a whole when one of them cannot be written
   */
  async queue(calls: readonly AccountCall[]): Promise<Set<string>> {
    const written = calls.map((call) => Object.fromEntries(COLUMNS.map(([field, column]) => [column, call[field]])));
    const queued = await rows<{ id: string }>(this.manager, QUEUE_CALLS, [JSON.stringify(storable(written))]);
    return new Set(queued.map(({ id }) => id));
  }

  /**
   * Inserts the call unless the account already has one with the same idempotency key, or of the same source with the
   * same external id; then that one is given back and nothing is written.
   */
  async accept(userId: string, call: NewCall): Promise<{ call: Call; isNew: boolean }> {
    try {
      return { call: await this.insert(userId, call), isNew: true };
    } catch (error) {
      return { call: await this.findRepeated(userId, call, error), isNew: false };
    }
  }

  /** Inserts a call that must be new. Fails with the constraint it breaks when it is not. */
  async insert(userId: string, call: NewCall): Promise<Call> {
    const created = this.manager.create(Call, { ...call, userId });
    await this.write(created);
    return created;
  }

  /** The earlier call that kept one from being inserted. @throws the error itself, when it says something else */
  async findRepeated(userId: string, call: NewCall, error: unknown): Promise<Call> {
    const broken = violatedUniqueConstraint(error);
    const earlier =
      broken === 'uq_calls_idempotency_key'
        ? await this.findByIdempotencyKey(userId, call.idempotencyKey ?? '')
        : broken === 'uq_calls_external_id'
          ? await this.findByExternalId(userId, call.source, call.externalId ?? '')
          : null;
    if (!earlier) throw error;
    return earlier;
  }

  /** A call that is skipped at once has ended, and may owe its sender a callback. */
  private async write(call: Call): Promise<void> {
    if (call.state === 'queued') {
      await this.manager.insert(Call, call);
      return;
    }
    await this.manager.transaction(async (manager) => {
      await manager.insert(Call, { ...call, state: 'received', skipReason: null, finishedAt: null });
      await rows(
        manager,
        endingCalls('update calls set state = $2, skip_reason = $3, finished_at = now() where id = $1'),
        [call.id, call.state, call.skipReason],
      );
    });
  }

  findByIdempotencyKey(userId: string, idempotencyKey: string): Promise<Call | null> {
    return this.manager.findOneBy(Call, { userId, idempotencyKey });
  }

  findByExternalId(userId: string, source: CallSource, externalId: string): Promise<Call | null> {
    return this.manager.findOneBy(Call, { userId, source, externalId });
  }

  /** `null` when there is no such call in this account. */
  find(userId: string, callId: string): Promise<Call | null> {
    return this.manager.findOneBy(Call, { id: callId, userId });
  }

  /** In one statement: between two, another run could replace the result. `null` when there is no such call in this account. */
  async findWithResult(userId: string, callId: string): Promise<CallWithResult | null> {
    const found = (await this.manager
      .createQueryBuilder(Call, 'call')
      .leftJoinAndMapOne(
        'call.transcript',
        CallTranscript,
        'transcript',
        'transcript.callId = call.id and transcript.runNumber = call.resultRunNumber',
      )
      .leftJoinAndMapOne(
        'call.analysis',
        CallAnalysis,
        'analysis',
        'analysis.callId = call.id and analysis.runNumber = call.resultRunNumber',
      )
      .leftJoinAndMapOne('call.usage', UsageRecord, 'usage', 'usage.callId = call.id')
      .where({ id: callId, userId })
      .getOne()) as (Call & CallResult) | null;
    if (!found) return null;
    const { transcript, analysis, usage, ...call } = found;
    return { call, transcript, analysis, usage };
  }

  /** The words of the result. `null` while there are none, or no such call in this account. */
  findTranscript(userId: string, callId: string): Promise<CallTranscript | null> {
    return this.manager
      .createQueryBuilder(CallTranscript, 'transcript')
      .innerJoin('transcript.call', 'call', 'call.resultRunNumber = transcript.runNumber and call.userId = :userId', {
        userId,
      })
      .where({ callId })
      .getOne();
  }

  /**
   * Queues a call that has ended for another run, under the next run number. Its result and what was billed for it stay.
   * `null` when it has not ended, is a demo call, has no recording, is too old for what is kept, or is not there.
   */
  async reprocess(userId: string, callId: string): Promise<Call | null> {
    const queued = await row(
      this.manager,
      `
      update calls set state = 'queued', run_number = run_number + 1, attempts = 0, run_after = now(), lease_token = null, lease_until = null,
        worker_id = null, released_at = null, started_at = null, deadline_at = null, finished_at = null, skip_reason = null,
        error_code = null, error_message = null, updated_at = now()
      where user_id = $1 and id = $2 and state = any($3) and source <> 'demo' and (recording_key is not null or sealed_recording_url is not null or source = 'servicetitan')
        and recording_expired_at is null and words_expired_at is null
      returning id`,
      [userId, callId, FINAL_CALL_STATES],
    );
    return queued ? this.find(userId, callId) : null;
  }

  /** Whether any call, of whatever account, has a stored recording. */
  async hasRecordings(): Promise<boolean> {
    return (await row(this.manager, 'select id from calls where recording_key is not null limit 1')) !== undefined;
  }

  /**
   * Which of these calls, of whatever account, have a recording or may still get one: for the sweep of recordings that belong to
   * none. A call can end, or its recording expire, between the storing of the recording and the noting of it.
   */
  async withRecording(callIds: readonly string[]): Promise<Set<string>> {
    const found = await rows<{ id: string }>(
      this.manager,
      `
      select id from calls where id = any($1::uuid[]) and (recording_key is not null or state <> all($2))`,
      [callIds, FINAL_CALL_STATES],
    );
    return new Set(found.map(({ id }) => id));
  }

  /**
   * Removes the recording of a call that, in the sense of `withRecording`, has and awaits none. The call is asked again
   * and locked: no run of it can begin, and store another recording in the same place, before `remove` has ended.
   * @returns whether it was removed
   */
  removeUnneeded(callId: string, remove: () => Promise<void>): Promise<boolean> {
    return this.manager.transaction(async (manager) => {
      const call = await row<{ isNeeded: boolean }>(
        manager,
        `
        select recording_key is not null or state <> all($2) as "isNeeded" from calls where id = $1::uuid for update`,
        [callId, FINAL_CALL_STATES],
      );
      if (call?.isNeeded) return false;
      await remove();
      return true;
    });
  }
}
