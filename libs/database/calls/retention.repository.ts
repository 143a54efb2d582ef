import { DEMO_RETENTION_DAYS } from '@ringwell/domain/accounts/account-limits';
import { FINAL_CALL_STATES } from '@ringwell/domain/calls/call';

import { rows, SqlRepository } from '../postgres/sql';

export interface ExpiredRecording {
  callId: string;
  recordingKey: string | null;
  hasPlayableCopy: boolean;
}

export interface RetentionChange {
  recordingsRetentionDays?: number;
  transcriptsRetentionDays?: number;
}

/** How many calls would lose their data. */
export interface ExpiringCalls {
  recordings: number;
  transcripts: number;
}

// Must match the retention indexes' condition.
const IS_ENDED = `state in (${FINAL_CALL_STATES.map((state) => `'${state}'`).join(', ')})`;

// In a note, each quote ends its line; see `formatCallNote`.
const QUOTES_IN_NOTE = '(?:\\n(?:\\w+: )?| Said on the call: )“[^\\n]*';

// One account's retention; $1 is the installation's, where 0 means forever. PostgreSQL's "least" ignores null.
const retentionDaysSql = (column: string): string => `least(settings.${column}, nullif($1::integer, 0))`;
const HAS_RECORDING = '(recording_expired_at is null or recording_key is not null)';

const LOCK_CALLS = 'select from calls where id = any($1::uuid[]) order by id for no key update';
const LOCK_STORAGE = `
  select from account_storage where account_id in (select account_id from calls where id = any($1::uuid[]))
  order by account_id for update`;

// For each kind: the table, the column that a row's age is counted from, and an optional condition.
const OLD_ROWS = {
  activity: ['activity_logs', 'created_at'],
  securityEvents: ['security_events', 'created_at'],
  // Once these are deleted, uses of the tokens look like uses of unknown tokens.
  revokedTokens: ['revoked_tokens', 'revoked_at'],
  mails: ['mails', 'updated_at', `state in ('sent', 'failed')`],
  doneContactMessages: ['contact_messages', 'done_at'],
  contactMessages: ['contact_messages', 'created_at'],
  // The deliveries and their outcomes are kept.
  deliveryAttempts: ['delivery_attempts', 'finished_at'],
} as const satisfies Record<string, readonly [string, string, string?]>;
export type OldRowKind = keyof typeof OLD_ROWS;

/** Expires all accounts' data in small batches. A call's age is counted from when it was received. */
export class RetentionRepository extends SqlRepository {
  /**
   * Marks the recordings of the oldest ended calls as expired. They can no longer be played, and their calls can't be
   * reprocessed. Recording URLs are deleted immediately. Marked calls are returned again as long as they have a stored
   * recording.
   * @param days the installation's retention, 0 for forever; accounts may set a shorter one
   * @param excludedIds calls to leave for another pass
   */
  expireRecordings(days: number, limit: number, excludedIds: readonly string[]): Promise<ExpiredRecording[]> {
    return this.rows(
      `
      with due as (
        select call.id from account_settings settings cross join lateral (
          select id from calls
          where account_id = settings.account_id and ${HAS_RECORDING} and ${IS_ENDED}
            and created_at < now() - make_interval(days => ${retentionDaysSql('recordings_retention_days')})
            and id <> all($2::uuid[])
          order by created_at limit $3 for no key update skip locked
        ) call
        where ${retentionDaysSql('recordings_retention_days')} is not null limit $3
      )
      update calls set recording_expired_at = coalesce(recording_expired_at, now()), sealed_recording_url = null
      from due where calls.id = due.id returning calls.id as "callId", calls.recording_key as "recordingKey",
        calls.has_playable_copy as "hasPlayableCopy"`,
      [days, excludedIds, limit],
    );
  }

  /**
   * Like `expireRecordings`, but for demo uploads: those without a result expire immediately, others after two weeks.
   */
  expireDemos(limit: number, excludedIds: readonly string[]): Promise<ExpiredRecording[]> {
    return this.rows(
      `
      with due as (
        select id from (
          select id from calls
          where source = 'demo' and state in ('skipped', 'failed', 'timed_out') and recording_key is not null
            and id <> all($1::uuid[])
          order by id limit $2 for no key update skip locked
        ) failed
        union all
        select id from (
          select id from calls
          where source = 'demo' and state = 'completed' and recording_key is not null
            and created_at < now() - interval '${DEMO_RETENTION_DAYS} days' and id <> all($1::uuid[])
          order by created_at limit $2 for no key update skip locked
        ) old
      )
      update calls set recording_expired_at = coalesce(recording_expired_at, now())
      from due where calls.id = due.id returning calls.id as "callId", calls.recording_key as "recordingKey",
        calls.has_playable_copy as "hasPlayableCopy"`,
      [excludedIds, limit],
    );
  }

  /** Call this once the recordings have been deleted from storage. */
  async clearRecordingKeys(callIds: readonly string[]): Promise<void> {
    await this.manager.transaction(async (manager) => {
      // Locks in the same order as uploads.
      for (const sql of [LOCK_CALLS, LOCK_STORAGE]) await rows(manager, sql, [callIds]);
      await rows(
        manager,
        'update calls set recording_key = null where id = any($1::uuid[]) and recording_expired_at is not null',
        [callIds],
      );
    });
  }

  /**
   * Deletes the transcripts of the oldest ended calls, the quotes in their analyses and notes, and the reasons for
   * corrections, which may contain quotes. Calls with unfinished deliveries are left for later, unless the account is
   * disabled, because its deliveries may wait for years. Demo uploads' transcripts are kept for two weeks.
   * @param days the installation's retention, 0 for forever; accounts may set a shorter one
   */
  async expireTranscripts(days: number, limit: number): Promise<number> {
    return this.countRows(
      `
      with due as (
        select id from (
          select id from calls
          where source = 'demo' and state = 'completed' and words_expired_at is null
            and created_at < now() - interval '${DEMO_RETENTION_DAYS} days'
          order by created_at limit $2 for no key update skip locked
        ) demo
        union
        (select call.id from account_settings settings cross join lateral (
          select id from calls
          where account_id = settings.account_id and words_expired_at is null and ${IS_ENDED}
            and created_at < now() - make_interval(days => ${retentionDaysSql('transcripts_retention_days')})
            and not exists (
              select from deliveries join accounts on accounts.id = deliveries.account_id and accounts.is_active
              where call_id = calls.id and deliveries.state in ('pending', 'retry', 'unknown', 'sending', 'verifying'))
          order by created_at limit $2 for no key update skip locked
        ) call
        where ${retentionDaysSql('transcripts_retention_days')} is not null limit $2)
      ), transcripts_deleted as (
        delete from transcripts using due where call_id = due.id
      ), rewrites_dropped as (
        delete from pending_words using due where call_id = due.id
      ), quotes_deleted as (
        update analyses set evidence = '[]' from due where call_id = due.id
      ), reasons_deleted as (
        update call_corrections set why = null from due where call_id = due.id and why is not null
      ), notes_shortened as (
        update usage_records
        set call_data = jsonb_set(
          call_data, '{content}', to_jsonb(regexp_replace(call_data->>'content', $3, '', 'g')))
        from due where usage_records.call_id = due.id and call_data->>'content' ~ $3
      )
      update calls set words_expired_at = now() from due where calls.id = due.id returning calls.id`,
      [days, limit, QUOTES_IN_NOTE],
    );
  }

  /**
   * Counts an account's calls that would lose their recording or transcript under these limits. An omitted value counts
   * as no limit.
   */
  async countExpiring(
    accountId: string,
    { recordingsRetentionDays, transcriptsRetentionDays }: RetentionChange,
  ): Promise<ExpiringCalls> {
    return this.onlyRow<ExpiringCalls>(
      `
      select (
          select count(*)::int from calls
          where account_id = $1 and ${HAS_RECORDING} and ${IS_ENDED} and created_at < now() - make_interval(days => $2)
            and recording_expired_at is null and (recording_key is not null or sealed_recording_url is not null)
        ) as recordings, (
          select count(*)::int from calls
          where account_id = $1 and words_expired_at is null and ${IS_ENDED}
            and created_at < now() - make_interval(days => $3) and result_run_number is not null
        ) as transcripts`,
      [accountId, recordingsRetentionDays ?? null, transcriptsRetentionDays ?? null],
    );
  }

  /** Deletes old ServiceTitan jobs, including those of accounts that no longer read jobs. */
  async deleteOldJobs(days: number, limit: number): Promise<number> {
    return this.countRows(
      `
      delete from service_titan_jobs where (account_id, id) in (
        select account_id, id from service_titan_jobs where modified_at < now() - make_interval(days => $1) limit $2)
      returning id`,
      [days, limit],
    );
  }

  /** Deletes rows of one kind that are more than `days` old. */
  async deleteOldRows(kind: OldRowKind, days: number, limit: number): Promise<number> {
    const [table, column, condition = 'true'] = OLD_ROWS[kind];
    return this.countRows(
      `
      delete from ${table} where id in (
        select id from ${table} where ${column} < now() - make_interval(days => $1) and ${condition}
          order by ${column} limit $2)
      returning id`,
      [days, limit],
    );
  }
}
