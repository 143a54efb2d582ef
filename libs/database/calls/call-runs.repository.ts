import type { Guideline } from '@ringwell/domain/accounts/guideline';
import type { Analysis } from '@ringwell/domain/calls/analysis';
import { MAX_CALL_ATTEMPTS, type SkipReason } from '@ringwell/domain/calls/call';
import type { CallLabel } from '@ringwell/domain/calls/call-label';
import { callRetryDelayMs } from '@ringwell/domain/calls/call-retry-delays';
import type { RecordingLoss } from '@ringwell/domain/calls/recording-loss';
import { transcriptText, type Transcript } from '@ringwell/domain/calls/transcript';
import type { ErrorKind } from '@ringwell/domain/errors/app-error';
import { getCurrentTraceParent } from '@ringwell/platform/tracing/span';

import { preparedRow } from '../postgres/prepared';
import { SqlRepository } from '../postgres/sql';
import { CallAnalysis } from './call-analysis.entity';
import { CallTranscript } from './call-transcript.entity';
import type { Call } from './call.entity';
import {
  buildClaimingStatement,
  IS_AGENT_HEARD,
  isInStateSql,
  LEASE_SECONDS,
  type RunAccount,
  type RunCall,
  type ClaimingStatement,
  type RunSettings,
} from './claim-call-sql';
import { endCallsSql, TIMED_OUT } from './end-calls-sql';
import { analysisParameters, insertAnalysisSql } from './insert-analysis';
import { ReaperRepository } from './reaper.repository';

/**
 * Proof that a run holds a call's lease. Every write checks it, so writes with an outdated token have no effect.
 */
export interface Lease {
  callId: string;
  leaseToken: string;
}

/** A member's address, and which calls they want emails about. */
export interface AddressAlerts {
  address: string;
  labels: CallLabel[];
}

export interface ClaimedCall {
  call: RunCall;
  account: RunAccount;
  settings: RunSettings;
  /** The guideline in effect when the call was claimed. */
  guideline: Guideline | null;
  memberAlerts: AddressAlerts[];
  /** First names of the account's agents and members. Empty if the call's agent is already known. */
  knownNames: string[];
  /** By PostgreSQL's clock, because the worker's clock may be wrong. Negative after the deadline. */
  msUntilDeadline: number;
  /** Time since the call was created, by PostgreSQL's clock. */
  ageMs: number;
  /**
   * Results saved by an earlier attempt at this run, so that they aren't paid for twice. A run that swaps the speakers
   * starts with its transcript.
   */
  transcript: CallTranscript | null;
  analysis: CallAnalysis | null;
}

export interface RecordingProperties {
  durationSeconds: number;
  channelCount: number;
  recordingType: string;
  peaks: number[];
  /** Omitted if the entire recording could be read. */
  loss?: RecordingLoss;
  /** Size of the browser-playable copy, if one was just stored. */
  copyBytes?: number;
}

/** Call runs. Writes return false if the lease is no longer valid. */
export class CallRunsRepository extends SqlRepository {
  private claimingStatement?: ClaimingStatement;

  /**
   * Claims a released call. `null` means that the job is stale: another worker has claimed the call, its release
   * was undone, or the account was disabled.
   */
  async claim({ callId, leaseToken }: Lease, workerId: string): Promise<ClaimedCall | null> {
    const statement = (this.claimingStatement ??= buildClaimingStatement(this.manager));
    const parameters = [callId, leaseToken, workerId, getCurrentTraceParent() ?? null];
    const claimed = await preparedRow(this.manager, statement.sql, parameters);
    if (!claimed) return null;
    const call = statement.call.read(claimed);
    return {
      call,
      account: statement.account.read(claimed),
      settings: statement.settings.read(claimed),
      guideline: claimed['guideline'] as Guideline | null,
      memberAlerts: claimed['memberAlerts'] as AddressAlerts[],
      knownNames: (claimed['knownNames'] as string[] | null) ?? [],
      msUntilDeadline: Number(claimed['msUntilDeadline']),
      ageMs: Number(claimed['ageMs']),
      ...(claimed['hasNoResults'] === true ? { transcript: null, analysis: null } : await this.findResults(call)),
    };
  }

  /** Returns a released call to the queue without claiming it. This does not count as an attempt. */
  undoRelease(lease: Lease): Promise<boolean> {
    return new ReaperRepository(this.manager).undoRelease(lease);
  }

  private async findResults({ id: callId, runNumber }: RunCall): Promise<Pick<ClaimedCall, 'transcript' | 'analysis'>> {
    return {
      transcript: await this.manager.findOneBy(CallTranscript, { callId, runNumber }),
      analysis: await this.manager.findOneBy(CallAnalysis, { callId, runNumber }),
    };
  }

  heartbeat(lease: Lease): Promise<boolean> {
    return this.updateRunning(lease, `lease_until = now() + make_interval(secs => ${LEASE_SECONDS})`);
  }

  saveRecording(lease: Lease, recording: { key: string; sha256: string; bytes: number }): Promise<boolean> {
    return this.updateRunning(lease, 'recording_key = $3, recording_sha256 = $4, recording_bytes = $5', [
      recording.key,
      recording.sha256,
      recording.bytes,
    ]);
  }

  saveProbe(lease: Lease, probe: RecordingProperties): Promise<boolean> {
    return this.updateRunning(
      lease,
      `duration_seconds = $3, channel_count = $4, recording_type = $5, peaks = $6, read_seconds = $7::numeric,
        stated_seconds = $8::numeric, has_playable_copy = has_playable_copy or $9::integer is not null,
        recording_bytes = recording_bytes + coalesce($9::integer, 0)`,
      [
        probe.durationSeconds,
        probe.channelCount,
        probe.recordingType,
        toArrayLiteral(probe.peaks),
        probe.loss?.readSeconds ?? null,
        probe.loss?.statedSeconds ?? null,
        probe.copyBytes ?? null,
      ],
    );
  }

  /**
   * Call this once the recording with all tones has been stored under the same key, along with its playable copy, if
   * any.
   */
  saveRedactedRecording(lease: Lease, recording: { sha256: string; bytes: number; peaks: number[] }): Promise<boolean> {
    return this.updateRunning(
      lease,
      `recording_sha256 = $3, recording_bytes = $4, peaks = $5, audio_redaction = 'done'`,
      [recording.sha256, recording.bytes, toArrayLiteral(recording.peaks)],
    );
  }

  /** @param previousName the name to replace; a name entered by a user since then is kept */
  saveCustomerName(lease: Lease, customerName: string | null, previousName: string): Promise<boolean> {
    const assignment = 'customer_name = case when customer_name = $4 then $3 else customer_name end';
    return this.updateRunning(lease, assignment, [customerName, previousName]);
  }

  /** @param audio new details of the recording; unchanged if omitted */
  async saveTranscript(
    lease: Lease,
    transcript: Transcript,
    customerChannel: number | null,
    audio?: Pick<Call, 'audioRedaction' | 'tones'>,
  ): Promise<boolean> {
    const saved = await preparedRow(
      this.manager,
      `
      with held as (
        update calls set customer_channel = $8, updated_at = now(),
          audio_redaction = coalesce($12, audio_redaction), tones = coalesce($13::jsonb, tones)
        where id = $1 and lease_token = $2 and ${isInStateSql('running')} returning id, account_id, run_number, speakers_swapped)
      insert into transcripts (call_id, account_id, run_number, speakers_swapped, engine, language, duration_seconds,
        segments, text, customer_channel, speakers_guessed, quality, quality_score)
      select held.id, held.account_id, held.run_number, held.speakers_swapped, $3, $4, $5, $6, $7, $8, $9, $10, $11 from held
      on conflict (call_id, run_number) do update set engine = excluded.engine,
        language = excluded.language, duration_seconds = excluded.duration_seconds, segments = excluded.segments,
        text = excluded.text, customer_channel = excluded.customer_channel,
        speakers_guessed = excluded.speakers_guessed, quality = excluded.quality,
        quality_score = excluded.quality_score, created_at = now()
      returning call_id`,
      [
        lease.callId,
        lease.leaseToken,
        transcript.engine,
        transcript.language,
        transcript.durationSeconds,
        JSON.stringify(transcript.segments),
        transcriptText(transcript),
        customerChannel,
        transcript.speakersGuessed ?? false,
        transcript.quality?.level ?? null,
        transcript.quality?.score ?? null,
        audio?.audioRedaction ?? null,
        audio?.tones ? JSON.stringify(audio.tones) : null,
      ],
    );
    return saved !== undefined;
  }

  async saveAnalysis({ callId, leaseToken }: Lease, analysis: Analysis): Promise<boolean> {
    const leasedRunSql = `
      select id, account_id, run_number from calls
      where id = $1 and lease_token = $2 and ${isInStateSql('running')} for update`;
    const saved = await preparedRow(
      this.manager,
      `with held as (${leasedRunSql}) ${insertAnalysisSql('held.id, held.account_id, held.run_number', 'held')} returning call_id`,
      [callId, leaseToken, ...analysisParameters(analysis)],
    );
    return saved !== undefined;
  }

  /**
   * Completes the run. Its result replaces any earlier run's result. After the deadline, does nothing and returns
   * false.
   * @param introducedAgentId the agent who introduced themselves on the call; an agent known from another source is
   * kept
   * @param customerKey see `libs/rules/calls/customer-key.ts`
   */
  complete(lease: Lease, introducedAgentId: string | null = null, customerKey: string | null = null): Promise<boolean> {
    return this.endRun(
      lease,
      `state = 'completed', result_run_number = run_number, ${NO_ERROR}, ${ASSIGN_HEARD_AGENT}, customer_key = $4`,
      [introducedAgentId, customerKey],
      'and deadline_at > now()',
    );
  }

  /**
   * @param limit the limit that caused the skip, if any
   * @param customerKey the key of a caller who gets a follow-up
   */
  skip(
    lease: Lease,
    reason: SkipReason,
    limit: number | null = null,
    customerKey: string | null = null,
  ): Promise<boolean> {
    return this.endRun(
      lease,
      `state = 'skipped', error_code = null, error_message = null, skip_reason = $3, skip_limit = $4,
      audio_redaction = nullif(audio_redaction, 'unchecked'), customer_key = coalesce($5, customer_key)`,
      [reason, limit, customerKey],
    );
  }

  fail(lease: Lease, code: string, message: string): Promise<boolean> {
    return this.endRun(lease, `state = 'failed', error_code = $3, error_message = $4`, [code, message]);
  }

  timeOut(lease: Lease): Promise<boolean> {
    return this.endRun(lease, TIMED_OUT, []);
  }

  /**
   * Queues the call for another attempt, and records the reason as its error. If no attempts are left, or the next one
   * would start after the deadline by PostgreSQL's clock, the call fails. An error from a vendor, or from a server
   * that didn't respond in time, also says what happens next.
   * @param attempts attempts so far, including this one
   * @param minDelayMs the delay requested by a vendor
   * @returns the call's new state, or `undefined` if the lease is no longer valid
   */
  async retryOrFail(
    lease: Lease,
    attempts: number,
    { code, message, kind }: { code: string; message: string; kind?: ErrorKind },
    minDelayMs = 0,
  ): Promise<'queued' | 'failed' | undefined> {
    const delayMs = Math.max(callRetryDelayMs(attempts), minDelayMs);
    const isRemote = kind === 'provider' || kind === 'timeout';
    const addAdvice = (advice: string): string => (isRemote ? `${message} ${advice}` : message);
    const reason = { code, message: addAdvice("We'll retry the call automatically.") };
    if (attempts < MAX_CALL_ATTEMPTS && (await this.requeue(lease, reason, delayMs))) return 'queued';
    return (await this.fail(lease, code, addAdvice('Try again later.'))) ? 'failed' : undefined;
  }

  // Returns false if the next attempt would start after the deadline, or the lease is no longer valid.
  private requeue(lease: Lease, reason: { code: string; message: string }, delayMs: number): Promise<boolean> {
    return this.updateRunning(
      lease,
      `state = 'queued', lease_token = null, lease_until = null, error_code = $3,
      error_message = $4, run_after = now() + make_interval(secs => $5)`,
      [reason.code, reason.message, delayMs / 1_000],
      'and coalesce(now() + make_interval(secs => $5) <= calls.deadline_at, true)',
    );
  }

  /**
   * Returns a stopping worker's call to the queue, where it's among the next to be released. The attempt isn't counted,
   * and the processing time starts over, because the next worker may start much later.
   */
  returnToQueue(lease: Lease): Promise<boolean> {
    return this.updateRunning(lease, `state = 'queued', ${UNDO_ATTEMPT}`);
  }

  /**
   * Postpones a call that has to wait for something: `received` for its recording, `queued` for the operator. Neither
   * the attempt nor the time it took is counted.
   * @param reason shown as the call's error while it's waiting
   */
  postpone(
    lease: Lease,
    state: 'received' | 'queued',
    delayMs: number,
    reason: { code: string; message: string },
  ): Promise<boolean> {
    return this.updateRunning(
      lease,
      `state = '${state}', ${UNDO_ATTEMPT}, run_after = now() + make_interval(secs => $3::float8),
      error_code = $4, error_message = $5`,
      [delayMs / 1_000, reason.code, reason.message],
    );
  }

  private async endRun(lease: Lease, assignments: string, parameters: unknown[], condition = ''): Promise<boolean> {
    const update = updateRunningSql(
      `${assignments}, finished_at = now(), lease_token = null, lease_until = null`,
      condition,
    );
    return (
      (await preparedRow(this.manager, endCallsSql(update), [lease.callId, lease.leaseToken, ...parameters])) !==
      undefined
    );
  }

  private async updateRunning(
    lease: Lease,
    assignments: string,
    parameters: unknown[] = [],
    condition = '',
  ): Promise<boolean> {
    const update = `${updateRunningSql(assignments, condition)} returning id`;
    return (await preparedRow(this.manager, update, [lease.callId, lease.leaseToken, ...parameters])) !== undefined;
  }
}

const UNDO_ATTEMPT =
  'attempts = calls.attempts - 1, started_at = null, deadline_at = null, lease_token = null, lease_until = null';

const ASSIGN_HEARD_AGENT = `
  agent_id = case when ${IS_AGENT_HEARD} then $3::uuid else agent_id end,
  agent_source = case when coalesce(agent_source, 'heard') <> 'heard' then agent_source
    when $3::uuid is null then null else 'heard' end`;

// Faster than letting pg escape each number.
const toArrayLiteral = (numbers: readonly number[]): string => `{${numbers.join()}}`;

const NO_ERROR = 'skip_reason = null, skip_limit = null, error_code = null, error_message = null';

// Updates a running call under a valid lease: $1 is the call id, $2 the lease token.
function updateRunningSql(assignments: string, condition = ''): string {
  return `
    update calls set ${assignments}, updated_at = now()
    where id = $1 and lease_token = $2 and ${isInStateSql('running')} ${condition}`;
}
