import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

import { FINAL_CALL_STATES } from '@ringwell/domain/call';

import { rows } from '../postgres/sql';

/** A call whose recording is kept no more, and where that still lies. */
export interface ExpiredRecording {
  callId: string;
  recordingKey: string | null;
}

/** In the words of the indexes that know the oldest calls. */
const HAS_ENDED = `state in (${FINAL_CALL_STATES.map((state) => `'${state}'`).join(', ')})`;

/** What is older than it is to be kept, of every account, in small batches. Ages count from when a call was handed in. */
@Injectable()
export class RetentionRepository {
  constructor(private readonly manager: EntityManager) {}

  /**
   * Marks the oldest calls that have ended: their recordings are not to be heard, and the calls not to run, any more. The links
   * they were fetched by go at once. Calls that were marked before, but still have their recording, come again.
   * @param except calls to leave for another time
   */
  expireRecordings(days: number, limit: number, except: readonly string[]): Promise<ExpiredRecording[]> {
    return rows(
      this.manager,
      `
      with due as (
        select id from calls
        where (recording_expired_at is null or recording_key is not null) and created_at < now() - make_interval(days => $1)
          and ${HAS_ENDED} and id <> all($2::uuid[])
        order by created_at limit $3 for update skip locked
      )
      update calls set recording_expired_at = coalesce(recording_expired_at, now()), sealed_recording_url = null
      from due where calls.id = due.id returning calls.id as "callId", calls.recording_key as "recordingKey"`,
      [days, except, limit],
    );
  }

  /** Notes that the storage no longer has the recordings of these calls. */
  async forgetRecordings(callIds: readonly string[]): Promise<void> {
    await rows(
      this.manager,
      'update calls set recording_key = null where id = any($1::uuid[]) and recording_expired_at is not null',
      [callIds],
    );
  }

  /**
   * Deletes what was said in the oldest calls that have ended, quotes in their analyses included. A call waits while a message
   * about it is still to be sent.
   * @returns how many calls
   */
  async expireWords(days: number, limit: number): Promise<number> {
    const expired = await rows(
      this.manager,
      `
      with due as (
        select id from calls
        where words_expired_at is null and created_at < now() - make_interval(days => $1) and ${HAS_ENDED} and not exists (
          select from deliveries where call_id = calls.id and deliveries.state in ('pending', 'retry', 'unknown', 'sending', 'verifying'))
        order by created_at limit $2 for update skip locked
      ), unheard as (
        delete from transcripts using due where call_id = due.id
      ), unquoted as (
        update analyses set evidence = '[]' from due where call_id = due.id
      )
      update calls set words_expired_at = now() from due where calls.id = due.id returning calls.id`,
      [days, limit],
    );
    return expired.length;
  }

  /** @returns how many entries of the activity log are gone */
  deleteActivity(days: number, limit: number): Promise<number> {
    return this.delete('activity_logs', 'created_at', 'true', days, limit);
  }

  /** Mails that were sent or given up. @returns how many are gone */
  deleteMails(days: number, limit: number): Promise<number> {
    return this.delete('mails', 'updated_at', `state in ('sent', 'failed')`, days, limit);
  }

  /** The record of single tries; what became of each message stays. @returns how many are gone */
  deleteDeliveryAttempts(days: number, limit: number): Promise<number> {
    return this.delete('delivery_attempts', 'finished_at', 'true', days, limit);
  }

  /** Table, column and condition are ours, never somebody's input. */
  private async delete(table: string, column: string, condition: string, days: number, limit: number): Promise<number> {
    const deleted = await rows(
      this.manager,
      `
      delete from ${table} where id in (
        select id from ${table} where ${column} < now() - make_interval(days => $1) and ${condition} order by ${column} limit $2)
      returning id`,
      [days, limit],
    );
    return deleted.length;
  }
}
