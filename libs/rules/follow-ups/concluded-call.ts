import { PROMISE_CLAIM, type Analysis } from '@ringwell/domain/calls/analysis';
import { callTime, type CallDirection } from '@ringwell/domain/calls/call';
import { callLabel } from '@ringwell/domain/calls/call-label';
import type { Transcript } from '@ringwell/domain/calls/transcript';
import {
  followUpKind,
  isImported,
  isMessageOf,
  type FollowUpKind,
  type LaterCall,
} from '@ringwell/domain/follow-ups/follow-up';
import { DEFAULT_TIME_ZONE } from '@ringwell/domain/time';

import { addBusinessMinutes, endOfNextBusinessDay, type BusinessHours } from '../calendar/business-hours';
import { promisedTime } from './promised-time';

/** The account's settings that decide when a follow-up is due. */
interface HoursSettings extends Pick<BusinessHours, 'holidays'> {
  timeZone: string | null;
  businessWeek: BusinessHours['week'];
  /** In minutes of business hours. */
  callBackWithinMinutes: number;
}

interface StoredCall {
  id: string;
  accountId: string;
  direction: CallDirection | null;
  occurredAt: Date | null;
  createdAt: Date;
  resultRunNumber: number | null;
}

type JudgedTranscript = Pick<Transcript, 'segments' | 'durationSeconds'>;
type JudgedAnalysis = Pick<Analysis, 'sentiment' | 'needsReview' | 'followUp' | 'course' | 'evidence' | 'flags'>;

/** Why a call needs a follow-up, and by when. */
export interface FollowUpReason {
  kind: FollowUpKind;
  dueAt: Date;
  isPromisedTime: boolean;
  /** Whether someone may be in danger, by the words of the call. */
  isDanger?: boolean;
}

/** A call with a new result. */
export interface ConcludedCall extends LaterCall {
  id: string;
  accountId: string;
  calledAt: Date;
  /** Whether it was old already when it arrived. */
  isImported?: boolean;
  /** Null when the call alone is nothing to follow up. */
  reason: FollowUpReason | null;
  /** If false, the call has not joined or settled any follow-up yet. */
  hasEarlierResult: boolean;
}

/**
 * The effect of a call's result on the follow-ups of its customer.
 * @param call before this result
 */
export function concludedCall(
  call: StoredCall,
  settings: HoursSettings,
  transcript: JudgedTranscript,
  analysis: JudgedAnalysis,
): ConcludedCall {
  const { id, accountId, direction } = call;
  const calledAt = callTime(call);
  return {
    id,
    accountId,
    calledAt,
    isImported: isImported(call),
    direction,
    durationSeconds: transcript.durationSeconds,
    label: callLabel(analysis),
    course: analysis.course,
    isMessage: isMessageOf('agent', transcript),
    reason: followUpReason({ direction, calledAt, transcript, analysis }, settings),
    hasEarlierResult: call.resultRunNumber !== null,
  };
}

/** When the office of an account is open. */
export function businessHours({
  timeZone,
  businessWeek,
  holidays,
}: Pick<HoursSettings, 'timeZone' | 'businessWeek' | 'holidays'>): BusinessHours {
  return { timeZone: timeZone ?? DEFAULT_TIME_ZONE, week: businessWeek, holidays };
}

/**
 * Why the customer of a call should be called back, and by when. Customers who are unhappy, left a message or may be
 * unhappy are due within the account's time from the end of the call; everything else when the company has promised it
 * in its own words, or else by the end of the next business day.
 */
export function followUpReason(
  call: {
    direction: CallDirection | null;
    calledAt: Date;
    transcript: JudgedTranscript;
    analysis: JudgedAnalysis;
  },
  settings: HoursSettings,
): FollowUpReason | null {
  const { direction, calledAt, transcript, analysis } = call;
  const kind = followUpKind(analysis, transcript, direction);
  if (kind === null) return null;
  const hours = businessHours(settings);
  const promise = analysis.evidence.find(({ claim }) => claim === PROMISE_CLAIM)?.quote ?? '';
  const promisedAt = analysis.followUp.needed ? promisedTime(promise, calledAt, hours) : null;
  const isDanger = analysis.flags?.includes('danger') ?? false;
  if (kind === 'promise' && !isDanger)
    return { kind, dueAt: promisedAt ?? endOfNextBusinessDay(calledAt, hours), isPromisedTime: promisedAt !== null };
  const endedAt = new Date(calledAt.getTime() + transcript.durationSeconds * 1_000);
  const callBackAt = addBusinessMinutes(endedAt, settings.callBackWithinMinutes, hours);
  return promisedAt !== null && promisedAt < callBackAt
    ? { kind, dueAt: promisedAt, isPromisedTime: true, isDanger }
    : { kind, dueAt: callBackAt, isPromisedTime: false, isDanger };
}
