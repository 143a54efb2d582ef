import type { CallState } from '@ringwell/domain/calls/call';

import { SqlRepository } from '../postgres/sql';
import { CallTranscript } from './call-transcript.entity';
import { CallsRepository, type CallWithResult } from './calls.repository';

// Error codes for failures caused by the file. All other failures are internal.
const FILE_ERROR_CODES = [
  'DECODER_OUT_OF_MEMORY',
  'DEMO_TOO_LONG',
  'RECORDING_HAS_NO_AUDIO',
  'RECORDING_TOO_LONG',
  'RECORDING_UNREADABLE',
];

/**
 * Condition for demo uploads that count toward the limit: all except those that failed because of an internal error. A
 * file that wasn't even read by the deadline counts. Calls with a usage record were processed for an active account.
 */
export const COUNTS_AS_DEMO = `(
  source = 'demo'
  and (state <> 'failed' or error_code in (${FILE_ERROR_CODES.map((code) => `'${code}'`).join(', ')}))
  and (state <> 'timed_out' or duration_seconds is null)
  and not exists (select from usage_records where usage_records.call_id = calls.id))`;

export interface DemoCall extends CallWithResult {
  /** Whether the transcript has been saved. It's shown once the run completes. */
  isTranscribed: boolean;
}

export class DemoCallsRepository extends SqlRepository {
  /**
   * Returns the number of uploads that count toward the limit, including deleted ones.
   * @param repeatedKey Idempotency-Key of this upload; an earlier upload with the same key isn't counted
   */
  async countUploads(accountId: string, repeatedKey?: string): Promise<number> {
    return this.onlyValue<number>(
      `
      select (select count(*)::int from calls
          where account_id = $1 and ${COUNTS_AS_DEMO} and ($2::text is null or idempotency_key is distinct from $2))
        + (select coalesce(sum(demo_calls), 0)::int from erasures where account_id = $1)`,
      [accountId, repeatedKey],
    );
  }

  /**
   * Like `countUploads`, but also prevents new uploads until the end of the transaction. The lock needs its own
   * statement, so that the count includes what the lock's previous holder wrote.
   */
  async lockAndCountUploads(accountId: string, repeatedKey?: string): Promise<number> {
    await this.rows('select from account_lanes where account_id = $1 for update', [accountId]);
    return this.countUploads(accountId, repeatedKey);
  }

  async findState(accountId: string, callId: string): Promise<CallState | undefined> {
    return this.value<CallState>(
      `
      select state from calls where account_id = $1 and id = $2 and source = 'demo'`,
      [accountId, callId],
    );
  }

  async findWithResult(accountId: string, callId: string): Promise<DemoCall | null> {
    const result = await new CallsRepository(this.manager).findWithResult(accountId, callId);
    if (result?.call.source !== 'demo') return null;
    return {
      ...result,
      isTranscribed: await this.manager.existsBy(CallTranscript, { callId, runNumber: result.call.runNumber }),
    };
  }
}
