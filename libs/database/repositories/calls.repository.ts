import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

import type { CallSource } from '@ringwell/domain/call';

import { CallAnalysis } from '../entities/call-analysis.entity';
import { CallTranscript } from '../entities/call-transcript.entity';
import { Call } from '../entities/call.entity';
import { UsageRecord } from '../entities/usage.entity';
import { endingCalls } from '../end-calls';
import { brokenUniqueConstraint, rows } from '../sql';

/** A call as it is accepted. */
export type NewCall = Pick<Call, 'id' | 'source' | 'state'> & Partial<Pick<Call,
  | 'externalId' | 'idempotencyKey' | 'requestHash' | 'direction' | 'fromNumber' | 'toNumber' | 'customerName' | 'leadCallId'
  | 'jobId' | 'customerId' | 'occurredAt' | 'sealedCallbackUrl' | 'callbackHost' | 'callbackHash' | 'sealedRecordingUrl' | 'recordingKey' | 'recordingSha256'
  | 'recordingBytes' | 'recordingType' | 'skipReason' | 'finishedAt'>>;

/** A call with whatever there is of its result. */
export interface CallWithResult {
  call: Call;
  transcript: CallTranscript | null;
  analysis: CallAnalysis | null;
  usage: UsageRecord | null;
}

/** Calls, always seen from one account. */
@Injectable()
export class CallsRepository {
  constructor(private readonly manager: EntityManager) {}

  /**
   * Inserts the call unless the account already has one with the same idempotency key, or of the same source with the
   * same external id; then that one is given back and nothing is written.
   */
  async accept(userId: string, call: NewCall): Promise<{ call: Call; isNew: boolean }> {
    const created = this.manager.create(Call, { ...call, userId });
    try {
      await this.insert(created);
      return { call: created, isNew: true };
    } catch (error) {
      const broken = brokenUniqueConstraint(error);
      const earlier = broken === 'uq_calls_idempotency_key' ? await this.findByIdempotencyKey(userId, call.idempotencyKey ?? '')
        : broken === 'uq_calls_external_id' ? await this.findByExternalId(userId, call.source, call.externalId ?? '')
          : null;
      if (!earlier) throw error;
      return { call: earlier, isNew: false };
    }
  }

  /** A call that is skipped at once has ended, and may owe its sender a callback. */
  private async insert(call: Call): Promise<void> {
    if (call.state === 'queued') {
      await this.manager.insert(Call, call);
      return;
    }
    await this.manager.transaction(async (manager) => {
      await manager.insert(Call, { ...call, state: 'received', skipReason: null, finishedAt: null });
      await rows(manager, endingCalls('update calls set state = $2, skip_reason = $3, finished_at = now() where id = $1'), [call.id, call.state, call.skipReason]);
    });
  }

  findByIdempotencyKey(userId: string, idempotencyKey: string): Promise<Call | null> {
    return this.manager.findOneBy(Call, { userId, idempotencyKey });
  }

  findByExternalId(userId: string, source: CallSource, externalId: string): Promise<Call | null> {
    return this.manager.findOneBy(Call, { userId, source, externalId });
  }

  /** `null` when there is no such call in this account. */
  async findWithResult(userId: string, callId: string): Promise<CallWithResult | null> {
    const call = await this.manager.findOneBy(Call, { id: callId, userId });
    if (!call) return null;
    const [transcript, analysis, usage] = await Promise.all([
      this.manager.findOneBy(CallTranscript, { callId, runNumber: call.runNumber }),
      this.manager.findOneBy(CallAnalysis, { callId, runNumber: call.runNumber }),
      this.manager.findOneBy(UsageRecord, { callId }),
    ]);
    return { call, transcript, analysis, usage };
  }

  /** Which of these calls exist, of whatever account: for the sweep of recordings that belong to none. */
  async existing(callIds: readonly string[]): Promise<Set<string>> {
    const found = await rows<{ id: string }>(this.manager, 'select id from calls where id = any($1::uuid[])', [callIds]);
    return new Set(found.map(({ id }) => id));
  }
}
