import type { DataSource } from 'typeorm';

import { CallCheck } from '@ringwell/database/calls/call-check.entity';
import type { Sentiment } from '@ringwell/domain/calls/sentiment';

import { makeCompletedCall } from './make-completed-call';

/** Creates a completed call, labeled as positive, that a user was asked to check, and the user's answer. */
export async function makeCheckedCall(
  dataSource: DataSource,
  accountId: string,
  {
    answer = 'positive',
    ...overrides
  }: { answer?: Sentiment } & Partial<Pick<CallCheck, 'engine' | 'confidence' | 'reviewReason'>> = {},
): Promise<void> {
  const reviewReason = overrides.reviewReason ?? null;
  const label = {
    engine: overrides.engine ?? 'local',
    sentiment: 'positive' as const,
    confidence: overrides.confidence ?? 0.93,
    needsReview: reviewReason !== null,
    reviewReason,
  };
  const { id: callId } = await makeCompletedCall(dataSource, accountId, { analysis: label });
  await dataSource.manager.insert(CallCheck, {
    callId,
    accountId,
    runNumber: 1,
    answer,
    checkedAt: new Date(),
    ...label,
  });
}
