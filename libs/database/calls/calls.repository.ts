import { MoreThan, type SelectQueryBuilder } from 'typeorm';

import type { BookingFactView } from '@ringwell/domain/calls/booking-fact';
import { FINAL_CALL_STATES, type CallSource } from '@ringwell/domain/calls/call';
import type { StoredCorrection } from '@ringwell/domain/calls/label-correction';
import { hasKnownSpeakers, swapSpeakers, transcriptText, type Transcript } from '@ringwell/domain/calls/transcript';
import { correctEvidence, correctSegments, type WordCorrection } from '@ringwell/domain/calls/transcript-correction';
import { sanitizeForStorage } from '@ringwell/domain/text/sanitize-for-storage';
import { getCurrentTraceParent } from '@ringwell/platform/tracing/span';
import { listPartyKeys } from '@ringwell/rules/calls/customer-key';

import { row, rows, SqlRepository, violatedUniqueConstraint } from '../postgres/sql';
import { AGENT_DISPLAY_NAME } from './agents.repository';
import { BOOKING_FACT_JSON } from './booking-fact-sql';
import { CallAnalysis } from './call-analysis.entity';
import { CORRECTION_JSON } from './call-corrections.repository';
import { CUSTOMER_RECORD_NAME } from './call-lists.repository';
import { CallTranscript } from './call-transcript.entity';
import { Call } from './call.entity';
import type { CorrectedDetails } from './corrected-details';
import { assertNotDeleted } from './deleted-ids';
import { endCallsSql } from './end-calls-sql';
import { insertQueuedCalls, toPartyKeys, type AccountCall, type NewCall } from './insert-queued-calls';
import { PendingWords } from './pending-words.entity';
import { replaceCallback, type CallCallback } from './replace-callback';
import { UsageRecord } from './usage.entity';

/** The result of the last completed run, regardless of the call's current state. */
export interface CallResult {
  transcript: CallTranscript | null;
  analysis: CallAnalysis | null;
  usage: UsageRecord | null;
}

export interface CallWithResult extends CallResult {
  call: Call;
  /** The account's own name for the customer, or else the name sent with the call. */
  customerName: string | null;
  /** Display name: the member's, if the agent is matched to one, or else the agent's. */
  agentName: string | null;
  correction: StoredCorrection | null;
  /** See `normalizeBookingFact`. */
  bookingFact: BookingFactView | null;
  /** Whether the call's text is being written. */
  isWriting: boolean;
}

// The run continues the request's trace.
const requeueSql = (
  traceParent: string,
): string => `state = 'queued', run_number = run_number + 1, attempts = 0, run_after = now(),
  lease_token = null, lease_until = null, worker_id = null, released_at = null, started_at = null, deadline_at = null,
  finished_at = null, skip_reason = null, skip_limit = null, error_code = null, error_message = null,
  trace_parent = ${traceParent}, updated_at = now()`;

// Maximum length of a corrected transcript in characters, because corrections could multiply it. An hour is about
// 60,000.
const MAX_CORRECTED_LENGTH = 1_000_000;

const HAS_RECORDING = 'recording_key is not null and recording_expired_at is null';
// $2 lists the final states.
const NEEDS_RECORDING = `(${HAS_RECORDING} or state <> all($2))`;

export class CallsRepository extends SqlRepository {
  insertQueued(calls: readonly AccountCall[]): Promise<Set<string>> {
    return insertQueuedCalls(this.manager, calls);
  }

  /**
   * Must run in a transaction if the call comes with a transcript, from which its first run starts.
   * @throws AppError `CALL_DELETED`, or a unique constraint violation if the call duplicates an earlier one
   */
  async insert(accountId: string, call: NewCall, transcript?: Transcript): Promise<Call> {
    const created = this.manager.create(Call, { ...call, accountId, partyKeys: toPartyKeys(call) });
    await this.insertRow(created);
    if (transcript) {
      const { quality: _, durationSeconds, ...stored } = sanitizeForStorage(transcript);
      await this.manager.insert(CallTranscript, {
        ...stored,
        callId: call.id,
        accountId,
        runNumber: 1,
        durationSeconds: String(durationSeconds),
        text: transcriptText(stored),
      });
    }
    return created;
  }

  /**
   * Returns the earlier call that a call duplicates.
   * @throws `error` if it isn't a unique constraint violation
   */
  async findOriginal(accountId: string, call: NewCall, error: unknown): Promise<Call> {
    const violatedConstraint = violatedUniqueConstraint(error);
    const earlierCall =
      violatedConstraint === 'uq_calls_idempotency_key'
        ? await this.findByIdempotencyKey(accountId, call.idempotencyKey ?? '')
        : violatedConstraint === 'uq_calls_external_id'
          ? await this.findByExternalId(accountId, call.source, call.externalId ?? '')
          : null;
    if (!earlierCall) throw error;
    return earlierCall;
  }

  // A call that's skipped immediately has ended, so its sender may expect a callback.
  private async insertRow(call: Call): Promise<void> {
    await assertNotDeleted(this.manager, call);
    if (call.state === 'queued') {
      await this.manager.insert(Call, call);
      return;
    }
    await this.manager.transaction(async (manager) => {
      await manager.insert(Call, { ...call, state: 'received', skipReason: null, finishedAt: null });
      await rows(
        manager,
        endCallsSql('update calls set state = $2, skip_reason = $3, finished_at = now() where id = $1'),
        [call.id, call.state, call.skipReason],
      );
    });
  }

  findByIdempotencyKey(accountId: string, idempotencyKey: string): Promise<Call | null> {
    return this.manager.findOneBy(Call, { accountId, idempotencyKey });
  }

  findByExternalId(accountId: string, source: CallSource, externalId: string): Promise<Call | null> {
    return this.manager.findOneBy(Call, { accountId, source, externalId });
  }

  replaceCallback(accountId: string, callId: string, callback: CallCallback): Promise<void> {
    return this.manager.transaction((manager) => replaceCallback(manager, accountId, callId, callback));
  }

  find(accountId: string, callId: string): Promise<Call | null> {
    return this.manager.findOneBy(Call, { id: callId, accountId });
  }

  // Reads the result in one statement, because another run could replace it between two statements.
  async findWithResult(accountId: string, callId: string): Promise<CallWithResult | null> {
    const { entities, raw } = await this.manager
      .createQueryBuilder(Call, 'call')
      .addSelect(BOOKING_FACT_JSON, 'bookingFact')
      .addSelect(CORRECTION_JSON, 'correction')
      .addSelect(AGENT_DISPLAY_NAME, 'agentName')
      .addSelect(`coalesce(${CUSTOMER_RECORD_NAME}, call.customer_name)`, 'customerName')
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
      .leftJoinAndMapOne(
        'call.pending',
        PendingWords,
        'pending',
        'pending.callId = call.id and pending.giveUpAt > now()',
      )
      .where({ id: callId, accountId })
      .getRawAndEntities<Pick<CallWithResult, 'agentName' | 'bookingFact' | 'correction' | 'customerName'>>();
    const [entity] = entities as (Call & CallResult & { pending: PendingWords | null })[];
    if (!entity) return null;
    const { agentName = null, bookingFact = null, correction = null, customerName = null } = raw[0] ?? {};
    const { transcript, analysis, usage, pending, ...call } = entity;
    const isWriting = pending !== null;
    return { call, customerName, agentName, transcript, analysis, usage, correction, bookingFact, isWriting };
  }

  findTranscript(accountId: string, callId: string): Promise<CallTranscript | null> {
    return this.selectCurrentTranscript(accountId, callId).getOne();
  }

  private selectCurrentTranscript(accountId: string, callId: string): SelectQueryBuilder<CallTranscript> {
    const isCurrent = 'call.resultRunNumber = transcript.runNumber and call.accountId = :accountId';
    return this.manager
      .createQueryBuilder(CallTranscript, 'transcript')
      .innerJoin('transcript.call', 'call', isCurrent, { accountId })
      .where({ callId });
  }

  /** Applies a user's corrections. Must run in a transaction. @returns whether the account has the call */
  async updateDetails(accountId: string, callId: string, details: CorrectedDetails): Promise<boolean> {
    const { affected } = await this.manager.update(Call, { id: callId, accountId }, sanitizeForStorage(details));
    if (affected !== 1) return false;
    const call = await this.manager.findOneByOrFail(Call, { id: callId });
    const names = Object.entries(details).flatMap(([name, value]) => (value === undefined ? [] : name));
    await this.rows(
      `
      update calls set corrected_details = array(
        select unnest(corrected_details) union select unnest($2::text[])), party_keys = $3
      where id = $1`,
      [callId, names, listPartyKeys(call)],
    );
    return true;
  }

  /**
   * Corrects the result's transcript, the quotes from it, and the copy for a pending run with swapped speakers, if any.
   * Must run in a transaction.
   */
  async correctTranscript(
    accountId: string,
    callId: string,
    correction: WordCorrection,
  ): Promise<CallTranscript | 'no_transcript' | 'no_match' | 'too_long'> {
    // Locks the call first, as deleting it and ending its run do.
    await this.rows('select from calls where account_id = $1 and id = $2 for no key update', [accountId, callId]);
    const transcript = await this.selectCurrentTranscript(accountId, callId)
      .setLock('pessimistic_write', undefined, ['transcript'])
      .getOne();
    if (!transcript) return 'no_transcript';
    const { runNumber } = transcript;
    const segments = correctSegments(transcript.segments, correction);
    if (!segments) return 'no_match';
    const text = transcriptText({ segments });
    if (text.length > Math.max(MAX_CORRECTED_LENGTH, transcript.text.length)) return 'too_long';
    await this.manager.update(CallTranscript, { callId, runNumber }, { segments, text });
    await this.correctCopies(transcript, correction);
    const analysis = await this.manager.findOneBy(CallAnalysis, { callId, runNumber });
    const evidence = analysis && correctEvidence(analysis.evidence, correction, segments);
    if (evidence) await this.manager.update(CallAnalysis, { callId, runNumber }, { evidence });
    return { ...transcript, segments, text };
  }

  private async correctCopies(
    { callId, runNumber, segments: original }: CallTranscript,
    correction: WordCorrection,
  ): Promise<void> {
    for (const copy of await this.manager.findBy(CallTranscript, { callId, runNumber: MoreThan(runNumber) })) {
      const isCopy =
        copy.segments.length === original.length &&
        copy.segments.every(({ text }, index) => text === original[index]?.text);
      const segments = isCopy ? correctSegments(copy.segments, correction) : undefined;
      if (segments) {
        await this.manager.update(
          CallTranscript,
          { callId, runNumber: copy.runNumber },
          { segments, text: transcriptText({ segments }) },
        );
      }
    }
  }

  /**
   * Queues an ended call for another run, with the next run number. Keeps its result and usage. A call that came with a
   * transcript starts from the result's transcript, including users' corrections. Returns `null` if the call hasn't
   * ended, is a demo call, has neither a recording nor such a transcript, has expired, or doesn't exist.
   */
  async reprocess(accountId: string, callId: string): Promise<Call | null> {
    const queued = await this.row(
      `
      with queued as (
        update calls set ${requeueSql('$4')}
        where account_id = $1 and id = $2 and state = any($3) and source <> 'demo' and words_expired_at is null
          and (has_given_transcript or recording_expired_at is null
            and (recording_key is not null or sealed_recording_url is not null or source = 'servicetitan'))
        returning id, run_number, result_run_number, has_given_transcript
      ), copied as (
        insert into transcripts (call_id, account_id, run_number, engine, language, duration_seconds, speakers_guessed,
          speakers_swapped, segments, text)
        select call_id, account_id, queued.run_number, engine, language, duration_seconds, speakers_guessed,
          speakers_swapped, segments, text
        from queued join transcripts on call_id = id
          and transcripts.run_number = coalesce(result_run_number, queued.run_number - 1)
        where has_given_transcript
      )
      select id from queued`,
      [accountId, callId, FINAL_CALL_STATES, getCurrentTraceParent() ?? null],
    );
    return queued ? this.find(accountId, callId) : null;
  }

  /**
   * Queues a call for another run on the displayed transcript with the agent and the customer swapped, without
   * transcribing it again. Keeps its result until the new run completes, and doesn't change its usage. Returns `null`
   * if the call hasn't ended, is a demo call, doesn't exist, or has no transcript with an agent or a customer.
   */
  async swapSpeakers(accountId: string, callId: string): Promise<Call | null> {
    const transcript = await this.findTranscript(accountId, callId);
    if (!transcript || !hasKnownSpeakers(transcript)) return null;
    const { runNumber } = transcript;
    return this.manager.transaction(async (manager) => {
      const queued = await row<Pick<CallTranscript, 'runNumber' | 'customerChannel' | 'speakersSwapped'>>(
        manager,
        `
        update calls set ${requeueSql('$7')}, customer_channel = 1 - coalesce($5, customer_channel),
          speakers_swapped = (channel_count = 2 and coalesce($5, customer_channel) is not null) is true or not $6
        where account_id = $1 and id = $2 and state = any($3) and source <> 'demo' and words_expired_at is null
          and result_run_number = $4
        returning run_number as "runNumber", customer_channel as "customerChannel",
          speakers_swapped as "speakersSwapped"`,
        [
          accountId,
          callId,
          FINAL_CALL_STATES,
          runNumber,
          transcript.customerChannel,
          transcript.speakersSwapped,
          getCurrentTraceParent() ?? null,
        ],
      );
      if (!queued) return null;
      // Rereads and locks the transcript, because a word in it may be corrected at the same time.
      const { createdAt: _, ...current } = await manager.findOneOrFail(CallTranscript, {
        where: { callId, runNumber },
        lock: { mode: 'pessimistic_read' },
      });
      const swapped = swapSpeakers(current);
      await manager.insert(CallTranscript, { ...swapped, ...queued, text: transcriptText(swapped) });
      return manager.findOneBy(Call, { id: callId, accountId });
    });
  }

  /** Whether a call has a recording that hasn't expired. */
  async hasRecordings(): Promise<boolean> {
    return this.hasRow(`select id from calls where ${HAS_RECORDING} limit 1`);
  }

  /**
   * Returns which of these calls, in any account, have a recording or may still get one. Used to find orphaned
   * recordings, because a call may end, or its recording may expire, between storing the recording and saving its key.
   */
  async findIdsNeedingRecording(callIds: readonly string[]): Promise<Set<string>> {
    const rows = await this.rows<{ id: string }>(
      `
      select id from calls where id = any($1::uuid[]) and ${NEEDS_RECORDING}
      union all select call_id from deleted_calls where call_id = any($1::uuid[])`,
      [callIds, FINAL_CALL_STATES],
    );
    return new Set(rows.map(({ id }) => id));
  }

  /**
   * Runs `remove` if the call has no recording and can't get one anymore, or its recording has expired: its deletion
   * may have been interrupted before the retention period was extended. Rechecks and locks the call, so that no run can
   * start in between and store another recording under the same key.
   * @returns whether `remove` was run
   */
  removeUnneededRecording(callId: string, remove: () => Promise<void>): Promise<boolean> {
    return this.manager.transaction(async (manager) => {
      const sql = `select ${NEEDS_RECORDING} as "isNeeded" from calls where id = $1::uuid for update`;
      const call = await row<{ isNeeded: boolean }>(manager, sql, [callId, FINAL_CALL_STATES]);
      if (call?.isNeeded) return false;
      await remove();
      await rows(manager, 'update calls set recording_key = null where id = $1 and recording_key is not null', [
        callId,
      ]);
      return true;
    });
  }
}
