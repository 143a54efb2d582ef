import type { EntityManager } from 'typeorm';

import type { MoodSpan } from '@ringwell/domain/calls/analysis';
import type { Booking } from '@ringwell/domain/calls/booking';
import type { CallDirection } from '@ringwell/domain/calls/call';
import type { CallLabel } from '@ringwell/domain/calls/call-label';
import type { TranscriptSegment } from '@ringwell/domain/calls/transcript';
import {
  CALL_BACK_MIN_SECONDS,
  FOLLOW_UP_MAX_AGE_DAYS,
  isMessageFrom,
  getSettlingOutcome,
  type FollowUpCause,
  type FollowUpKind,
  type FollowUpOutcome,
  type LaterCall,
} from '@ringwell/domain/follow-ups/follow-up';
import type { ConcludedCall } from '@ringwell/rules/follow-ups/plan-follow-up';

import { preparedRow, preparedRows } from '../postgres/prepared';
import type { FollowUp } from './follow-up.entity';

/** A call with its customer's id, which is null if nothing identifies the customer. */
export interface CustomerCall extends ConcludedCall {
  customerId: string | null;
}

export interface SettlingCall extends Pick<ConcludedCall, 'id' | 'calledAt'> {
  outcome: FollowUpOutcome;
}

/** Whether a call is too old to open a follow-up. Imported calls always are. */
export function isTooOld({ calledAt, isImported = false }: ConcludedCall): boolean {
  return isImported || calledAt.getTime() < Date.now() - FOLLOW_UP_MAX_AGE_DAYS * 86_400_000;
}

/** Whether an additional call makes a follow-up more urgent. */
export function raisesUrgency({ label, direction }: ConcludedCall): boolean {
  return label === 'negative' || (label !== 'positive' && direction !== 'outbound');
}

interface StoredCall extends Omit<LaterCall, 'isMessage'> {
  id: string;
  calledAt: Date;
  direction: CallDirection | null;
  booking: Booking | null;
  label: CallLabel;
  course: MoodSpan[];
}

// Whether `calls` closed a follow-up that a member then reopened.
const IS_UNDONE = `exists (
  select from follow_up_events undone
  where undone.call_id = calls.id and undone.type = 'reopened' and undone.actor is not null)`;

/**
 * Determines how a call settles a follow-up, using `getSettlingOutcome`. If a member reopens a follow-up that a call
 * closed, that's final: the call no longer settles any follow-up, no matter how often it's reprocessed.
 */
export async function findSettlingOutcome(
  manager: EntityManager,
  followUp: Pick<FollowUp, 'id' | 'kind'>,
  call: ConcludedCall,
): Promise<FollowUpOutcome | null> {
  if (call.isHangUp) return null;
  const outcome = getSettlingOutcome(await findCause(manager, followUp), call);
  if (outcome === null) return null;
  const undoneCall = await preparedRow(manager, `select from calls where calls.id = $1 and ${IS_UNDONE}`, [call.id]);
  return undoneCall === undefined ? outcome : null;
}

/** Returns the outcome of a follow-up that a call settled, or null if the call no longer settles it. */
export async function findCurrentOutcome(
  manager: EntityManager,
  followUp: FollowUp,
  call: CustomerCall,
): Promise<FollowUpOutcome | null> {
  if (followUp.customerId !== call.customerId || !(await isLatest(manager, followUp, call))) return null;
  // A known job takes precedence over what was said on the call.
  if (followUp.jobId !== null) return followUp.outcome;
  return getSettlingOutcome(await findCause(manager, followUp), call);
}

/** Whether a call is later than a follow-up's other calls. */
export async function isLatest(
  manager: EntityManager,
  { id }: FollowUp,
  { id: callId, calledAt }: CustomerCall,
): Promise<boolean> {
  const laterCall = await preparedRow(
    manager,
    'select from follow_up_calls where follow_up_id = $1 and called_at >= $2 and call_id <> $3 limit 1',
    [id, calledAt, callId],
  );
  return laterCall === undefined;
}

/** Whether the call that settled a follow-up took place by this time. */
export async function wasSettledBy(manager: EntityManager, { closedByCallId }: FollowUp, time: Date): Promise<boolean> {
  const sql = 'select from calls where id = $1 and least(occurred_at, created_at) <= $2';
  return (await preparedRow(manager, sql, [closedByCallId, time])) !== undefined;
}

export function getCallbackTime(calledAt: Date, outcome: FollowUpOutcome): Date | null {
  return outcome === 'not_needed' ? null : calledAt;
}

/** Whether a call resulted in a job, so it isn't a lead. */
export async function hasJob(manager: EntityManager, callId: string): Promise<boolean> {
  const job = await preparedRow(manager, 'select from booking_facts where call_id = $1 and job_canceled_at is null', [
    callId,
  ]);
  return job !== undefined;
}

// Returns the follow-up's kind, or `hang_up` for a lead none of whose calls were answered.
async function findCause(manager: EntityManager, { id, kind }: Pick<FollowUp, 'id' | 'kind'>): Promise<FollowUpCause> {
  if (kind !== 'lead') return kind;
  const answeredCall = await preparedRow(
    manager,
    `
    select from follow_up_calls joined join calls on calls.id = joined.call_id
    where joined.follow_up_id = $1 and joined.kind = 'lead' and calls.result_run_number is not null limit 1`,
    [id],
  );
  return answeredCall === undefined ? 'hang_up' : 'lead';
}

const IS_CALLBACK = `direction = 'outbound' and calls.duration_seconds > ${CALL_BACK_MIN_SECONDS}`;

/** SQL conditions for calls that may settle a follow-up with this cause. */
const CAN_SETTLE = { lead: `booking = 'booked'`, hang_up: 'true', other: IS_CALLBACK };

/** Returns the first later call that settles the follow-up. Calls may be processed out of order. */
export async function findSettlingCall(
  manager: EntityManager,
  { id, accountId, customerId, calledAt, isHangUp }: CustomerCall,
  kind: FollowUpKind,
): Promise<SettlingCall | null> {
  if (customerId === null) return null;
  const cause = isHangUp ? 'hang_up' : kind;
  const laterCalls = await preparedRows<StoredCall>(
    manager,
    `
    select calls.id, least(occurred_at, calls.created_at) as "calledAt", calls.direction,
      calls.duration_seconds::float8 as "durationSeconds", course, booking,
      case when needs_review then 'needs_review' else sentiment end as label
    from customer_keys join calls on calls.account_id = customer_keys.account_id
        and calls.customer_key = customer_keys.key
      join analyses on analyses.call_id = calls.id and analyses.run_number = calls.result_run_number
    where customer_keys.account_id = $1 and customer_keys.customer_id = $2
      and least(occurred_at, calls.created_at) > $3 and ${CAN_SETTLE[cause === 'lead' || cause === 'hang_up' ? cause : 'other']}
      and calls.id <> $4 and not ${IS_UNDONE}
    order by 2`,
    [accountId, customerId, calledAt, id],
  );
  for (const call of laterCalls) {
    if (getSettlingOutcome(cause, { ...call, isMessage: false }) === null) continue;
    const outcome = getSettlingOutcome(cause, { ...call, isMessage: await wasMessage(manager, call.id) });
    if (outcome !== null) return { ...call, outcome };
  }
  return null;
}

// Reads transcripts one at a time, because a customer may have a lot of calls.
async function wasMessage(manager: EntityManager, callId: string): Promise<boolean> {
  const transcript = await preparedRow<{ segments: TranscriptSegment[] }>(
    manager,
    `
    select segments from transcripts join calls on calls.id = call_id and result_run_number = transcripts.run_number
    where call_id = $1`,
    [callId],
  );
  return transcript !== undefined && isMessageFrom('agent', transcript);
}
