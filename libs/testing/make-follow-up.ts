import type { DataSource } from 'typeorm';

import { CustomerStandingsRepository } from '@ringwell/database/customers/customer-standings.repository';
import { CustomersRepository } from '@ringwell/database/customers/customers.repository';
import { UnitOfWork } from '@ringwell/database/unit-of-work';
import { PROMISE_CLAIM } from '@ringwell/domain/calls/analysis';
import { callLabel, type CallLabel } from '@ringwell/domain/calls/call-label';
import type { FollowUpKind } from '@ringwell/domain/follow-ups/follow-up';

import { makeCompletedCall } from './make-completed-call';

export interface FollowUpOptions {
  kind?: FollowUpKind;
  phone?: string | null;
  customerName?: string | null;
  calledAt?: Date;
  dueAt?: Date;
}

export interface TestFollowUp {
  id: string;
  callId: string;
  customerId: string | null;
}

const LABELS: Record<FollowUpKind, CallLabel> = {
  unhappy: 'negative',
  review: 'needs_review',
  promise: 'neutral',
  voicemail: 'neutral',
  lead: 'neutral',
  rule: 'neutral',
};

/**
 * Creates a completed call and its follow-up, by default for an unhappy customer. It's due an hour after the call
 * unless `dueAt` is given. A call from a waiting customer's number joins their follow-up.
 */
export async function makeFollowUp(
  dataSource: DataSource,
  accountId: string,
  {
    kind = 'unhappy',
    phone = '+15551234567',
    customerName = 'Dana Reyes',
    calledAt = new Date(Date.now() - 600_000),
    dueAt = new Date(calledAt.getTime() + 3_600_000),
  }: FollowUpOptions = {},
): Promise<TestFollowUp> {
  const label = LABELS[kind];
  const sentiment = label === 'needs_review' ? 'negative' : label;
  const needsReview = label === 'needs_review';
  const customerKey = phone === null ? null : `tel:${phone}`;
  const call = await makeCompletedCall(dataSource, accountId, {
    call: { direction: 'inbound', fromNumber: phone, customerName, customerKey, occurredAt: calledAt },
    analysis: {
      sentiment,
      needsReview,
      reviewReason: needsReview ? 'low_confidence' : null,
      summary: 'The technician did not show up. The customer wants a call today.',
      followUp: {
        needed: kind === 'promise' || kind === 'rule',
        what: kind === 'promise' ? 'Send the quote by Friday' : 'Call back about the missed visit',
        ...(kind === 'rule' && { rule: 'cancel my membership' }),
      },
      evidence: [
        { claim: 'Negative', segment: 1, startMs: 1_000, endMs: 3_000, quote: 'I have been waiting since eight' },
        ...(kind === 'promise'
          ? [{ claim: PROMISE_CLAIM, segment: 0, startMs: 0, endMs: 900, quote: "I'll send you the quote by Friday" }]
          : []),
      ],
    },
  });
  const customerId =
    customerKey &&
    (await new CustomersRepository(dataSource.manager).findOrCreate(accountId, customerKey, customerName));
  await new UnitOfWork(dataSource).run(({ followUps }) =>
    followUps.apply({
      id: call.id,
      accountId,
      calledAt,
      direction: 'inbound',
      durationSeconds: 40,
      label: callLabel({ sentiment, needsReview }),
      course: [],
      hasEarlierResult: false,
      isMessage: false,
      reason: { kind, dueAt, isPromisedTime: kind === 'promise' },
    }),
  );
  const [{ id }] = await dataSource.query<[{ id: string }]>(
    'select follow_up_id as id from follow_up_calls where call_id = $1',
    [call.id],
  );
  if (kind === 'promise') {
    await dataSource.query('update follow_ups set promise_confirmed = true where id = $1', [id]);
    if (customerId !== null) await new CustomerStandingsRepository(dataSource.manager).refresh(accountId, customerId);
  }
  return { id, callId: call.id, customerId };
}
