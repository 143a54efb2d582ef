import { MAX_CALL_ATTEMPTS, type SkipReason } from '@ringwell/domain/calls/call';

import { SqlRepository } from '../postgres/sql';
import { allowLongStatements } from '../postgres/watched-client';
import { endCallsSql } from './end-calls-sql';

const MAX_CALLS_PER_SKIP = 5_000;

/** Each state has a partial index, so that an account's many other calls aren't read. */
export const IS_OPEN = "(state = 'received' or state = 'queued' or state in ('released', 'running'))";

const SKIP_CALLS = endCallsSql(`
  update calls set state = 'skipped', skip_reason = $2, error_code = null, error_message = null,
    finished_at = now(), lease_token = null, lease_until = null, updated_at = now(),
    audio_redaction = nullif(audio_redaction, 'unchecked')
  where id = any(array(
    select id from calls
    where account_id = $1 and ${IS_OPEN} and source <> 'demo'
    order by id limit $3 for no key update))`);

/**
 * Stops an account's unfinished calls when the account changes. Run these methods in the transaction that changes it.
 * They lock the scheduling turn first, like the dispatcher.
 */
export class WaitingCallsRepository extends SqlRepository {
  /**
   * Skips queued calls and calls that are being processed; their runs lose their leases. Leaves demo uploads unchanged.
   * @param limit number of calls per statement
   * @returns how many calls were skipped
   */
  async skip(accountId: string, reason: SkipReason, limit = MAX_CALLS_PER_SKIP): Promise<number> {
    await this.lock(accountId);
    let skippedCount = 0;
    for (;;) {
      const { length } = await this.rows(SKIP_CALLS, [accountId, reason, limit]);
      if (length === 0) return skippedCount; // a shorter batch may only mean that some calls have just ended
      skippedCount += length;
    }
  }

  /**
   * Requeues released and running calls; the dispatcher leaves them queued while the account is disabled. Their
   * processing time starts over. An interrupted attempt counts unless it's the last one, and its saved results are kept.
   */
  async pause(accountId: string): Promise<void> {
    await this.lock(accountId);
    await this.rows(
      `
      update calls set state = 'queued', lease_token = null, lease_until = null, started_at = null, deadline_at = null,
        attempts = least(attempts, ${MAX_CALL_ATTEMPTS - 1}), updated_at = now()
      where account_id = $1 and (state in ('released', 'running') or (state = 'queued' and deadline_at is not null))`,
      [accountId],
    );
  }

  /** Removes the callbacks that the calls' senders requested. */
  async removeCallbacks(accountId: string): Promise<void> {
    await allowLongStatements(this.manager);
    await this.rows(
      `
      update calls set sealed_callback_url = null, callback_host = null, callback_hash = null
      where account_id = $1 and callback_hash is not null`,
      [accountId],
    );
  }

  private async lock(accountId: string): Promise<void> {
    await allowLongStatements(this.manager);
    await this.rows('select from account_lanes where account_id = $1 for update', [accountId]);
  }
}
