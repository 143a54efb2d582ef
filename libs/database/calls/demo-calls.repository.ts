import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

import type { CallState } from '@ringwell/domain/call';

import { row, rows } from '../postgres/sql';
import { CallTranscript } from './call-transcript.entity';
import { CallsRepository, type CallWithResult } from './calls.repository';

export interface DemoCall extends CallWithResult {
  /** Whether the transcript has been saved. It is shown once the run is completed. */
  isTranscribed: boolean;
}

@Injectable()
export class DemoCallsRepository {
  constructor(private readonly manager: EntityManager) {}

  /**
   * The number of uploads that count toward the limit: unfinished ones, and those with a result. A failed upload may be
   * replaced by another one.
   */
  async countUploads(accountId: string): Promise<number> {
    const counted = await row<{ uploads: number }>(
      this.manager,
      `
      select count(*)::int as uploads from calls
      where account_id = $1 and source = 'demo' and state not in ('skipped', 'failed', 'timed_out')`,
      [accountId],
    );
    return counted?.uploads ?? 0;
  }

  /**
   * Also prevents further uploads until the end of the transaction. The lock needs its own statement, so that the count
   * includes what the previous holder of the lock has written.
   */
  async lockAndCountUploads(accountId: string): Promise<number> {
    await rows(this.manager, 'select from account_lanes where account_id = $1 for update', [accountId]);
    return this.countUploads(accountId);
  }

  async findState(accountId: string, callId: string): Promise<CallState | undefined> {
    const found = await row<{ state: CallState }>(
      this.manager,
      `
      select state from calls where account_id = $1 and id = $2 and source = 'demo'`,
      [accountId, callId],
    );
    return found?.state;
  }

  async findWithResult(accountId: string, callId: string): Promise<DemoCall | null> {
    const found = await new CallsRepository(this.manager).findWithResult(accountId, callId);
    if (found?.call.source !== 'demo') return null;
    return {
      ...found,
      isTranscribed: await this.manager.existsBy(CallTranscript, { callId, runNumber: found.call.runNumber }),
    };
  }
}
