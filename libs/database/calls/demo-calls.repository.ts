import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

import type { CallState } from '@ringwell/domain/call';

import { row, rows } from '../postgres/sql';
import { CallTranscript } from './call-transcript.entity';
import { CallsRepository, type CallWithResult } from './calls.repository';

/** A demo with its result, and how far its run is. */
export interface DemoCall extends CallWithResult {
  /** Whether the run has the words already; they are shown once it is completed. */
  isTranscribed: boolean;
}

/** Recordings that demo accounts uploaded. */
@Injectable()
export class DemoCallsRepository {
  constructor(private readonly manager: EntityManager) {}

  /** Uploads that count: those under way and those with a result. One that failed may be made good by another. */
  async count(userId: string): Promise<number> {
    const counted = await row<{ uploads: number }>(
      this.manager,
      `
      select count(*)::int as uploads from calls
      where user_id = $1 and source = 'demo' and state not in ('skipped', 'failed', 'timed_out')`,
      [userId],
    );
    return counted?.uploads ?? 0;
  }

  /**
   * The same, and until the end of the transaction it does not grow elsewhere. Two statements on purpose: the count must see
   * what was written by whoever held the lock before.
   */
  async lockAndCount(userId: string): Promise<number> {
    await rows(this.manager, 'select from account_lanes where user_id = $1 for update', [userId]);
    return this.count(userId);
  }

  /** Where a demo stands. `undefined` when this account has none of this id. */
  async state(userId: string, callId: string): Promise<CallState | undefined> {
    const found = await row<{ state: CallState }>(
      this.manager,
      `
      select state from calls where user_id = $1 and id = $2 and source = 'demo'`,
      [userId, callId],
    );
    return found?.state;
  }

  /** `null` when this account has no demo of this id. */
  async findWithResult(userId: string, callId: string): Promise<DemoCall | null> {
    const found = await new CallsRepository(this.manager).findWithResult(userId, callId);
    if (found?.call.source !== 'demo') return null;
    return {
      ...found,
      isTranscribed: await this.manager.existsBy(CallTranscript, { callId, runNumber: found.call.runNumber }),
    };
  }
}
