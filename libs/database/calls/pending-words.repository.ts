import type { Analysis } from '@ringwell/domain/calls/analysis';
import { getEdits, withEdits, withoutEdits } from '@ringwell/domain/calls/word-edits';

import { rows, SqlRepository } from '../postgres/sql';
import { CallAnalysis } from './call-analysis.entity';
import type { Call } from './call.entity';
import { PendingWords } from './pending-words.entity';

/**
 * How long a call's note usually waits for its text. After that, the note is sent without it, and the text is no longer
 * written.
 */
export const WORDS_WAIT_SECONDS = 300;

/** Proof that a worker is writing a call's text. Writes with an outdated token have no effect. */
export type WordsLease = Pick<PendingWords, 'callId' | 'accountId' | 'leaseToken' | 'isRewrite'> & {
  /** By PostgreSQL's clock, because the worker's clock may be wrong. */
  msUntilGivenUp: number;
};

/** Calls whose text hasn't been written yet. */
export class PendingWordsRepository extends SqlRepository {
  /**
   * Run this in the transaction that completes the call and has created its callback, which also waits for the text.
   * @param waitSeconds same as for the call's note
   */
  async add(
    { id, accountId, runNumber }: Pick<Call, 'id' | 'accountId' | 'runNumber'>,
    waitSeconds = WORDS_WAIT_SECONDS,
  ): Promise<void> {
    await this.rows(
      `
      with postponed as (
        update deliveries set run_after = now() + make_interval(secs => $4)
        where call_id = $1 and run_number = $3 and channel = 'callback' and state = 'pending'
      )
      insert into pending_words (call_id, account_id, run_number, give_up_at)
      values ($1, $2, $3, now() + make_interval(secs => $4))
      on conflict (call_id) do update set run_number = excluded.run_number, run_after = now(), lease_token = null,
        give_up_at = excluded.give_up_at, is_rewrite = false`,
      [id, accountId, runNumber, waitSeconds],
    );
  }

  /** Requests new text for a displayed result, based on the current transcript. */
  async requestRewrite(result: Pick<CallAnalysis, 'callId' | 'accountId' | 'runNumber'>): Promise<void> {
    await this.rows(
      `
      insert into pending_words (call_id, account_id, run_number, give_up_at, is_rewrite)
      values ($1, $2, $3, now() + make_interval(secs => ${WORDS_WAIT_SECONDS}), true)
      on conflict (call_id) do update set run_after = now(), lease_token = null, give_up_at = excluded.give_up_at`,
      [result.callId, result.accountId, result.runNumber],
    );
  }

  /**
   * Claims the longest-waiting calls for a worker. Accounts take turns, so that an account with many calls doesn't
   * delay others until their calls are dropped. Drops calls past their `giveUpAt`.
   * @param leaseSeconds time after which another worker may start over
   * @param servedAccountIds accounts that have already had a turn, most recent last
   */
  async claim(limit: number, leaseSeconds: number, servedAccountIds: readonly string[] = []): Promise<WordsLease[]> {
    await this.rows(`
      delete from pending_words where call_id = any(array(
        select call_id from pending_words where give_up_at <= now() for update skip locked))`);
    return this.rows<WordsLease>(
      `
      update pending_words set lease_token = gen_random_uuid(),
        run_after = now() + make_interval(secs => $2)
      where call_id in (
        select call_id from pending_words join (
          select call_id, row_number() over (partition by account_id order by run_after, call_id) as turn
          from pending_words where run_after <= now()
        ) due using (call_id) left join unnest($3::uuid[]) with ordinality served (account_id, position) using (account_id)
        where run_after <= now() order by turn, served.position nulls first, run_after
        limit $1 for update of pending_words skip locked)
      returning call_id as "callId", account_id as "accountId", lease_token as "leaseToken", is_rewrite as "isRewrite",
        extract(epoch from give_up_at - now())::float8 * 1000 as "msUntilGivenUp"`,
      [limit, leaseSeconds, servedAccountIds],
    );
  }

  /** Extends the lease. Has no effect once another worker has started over. */
  async extend({ callId, leaseToken }: WordsLease, leaseSeconds: number): Promise<void> {
    await this.rows(
      `
      update pending_words set run_after = now() + make_interval(secs => $3)
      where call_id = $1 and lease_token = $2`,
      [callId, leaseToken, leaseSeconds],
    );
  }

  /**
   * Stores the text written for a call's result, and releases the deliveries waiting for it. Keeps users' edits.
   * @param applyWords adds the text to the current analysis without edits; null if no text supported by the call could
   * be written
   * @returns false if the lease was lost or the call now has another result
   */
  save(lease: WordsLease, applyWords: ((analysis: CallAnalysis) => Analysis) | null): Promise<boolean> {
    return this.manager.transaction(async (manager) => {
      const [pending] = await rows<{ runNumber: number }>(
        manager,
        // Locks the call first, as deleting it and ending its run do.
        `
        with held as materialized (select id from calls where id = $1 for no key update)
        delete from pending_words using held where call_id = held.id and lease_token = $2
        returning run_number as "runNumber"`,
        [lease.callId, lease.leaseToken],
      );
      if (!pending) return false;
      const runKey = { callId: lease.callId, runNumber: pending.runNumber };
      const analysis = await manager.findOne(CallAnalysis, { where: runKey, lock: { mode: 'pessimistic_write' } });
      if (!analysis) return false;
      if (applyWords) {
        const words = { ...analysis, ...applyWords(withoutEdits(analysis)) };
        const { writer, summary, keyPoints, followUp, evidence, originalWords } = withEdits(words, getEdits(analysis));
        await manager.update(CallAnalysis, runKey, { writer, summary, keyPoints, followUp, evidence, originalWords });
        await rows(manager, 'update follow_ups set updated_at = clock_timestamp() where call_id = $1', [runKey.callId]);
      }
      await rows(
        manager,
        `update deliveries set run_after = now() where call_id = $1 and run_number = $2 and state = 'pending'
          and event is null`,
        [lease.callId, pending.runNumber],
      );
      return true;
    });
  }

  /** Schedules another attempt to write the text. */
  async retry({ callId, leaseToken }: WordsLease, delayMs: number): Promise<void> {
    await this.rows(
      `
      update pending_words set lease_token = null, run_after = now() + make_interval(secs => $3)
      where call_id = $1 and lease_token = $2`,
      [callId, leaseToken, delayMs / 1_000],
    );
  }
}
