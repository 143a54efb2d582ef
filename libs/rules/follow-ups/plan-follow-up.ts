import { PROMISE_CLAIM, type Analysis } from '@ringwell/domain/calls/analysis';
import { callTime, type CallDirection } from '@ringwell/domain/calls/call';
import { callLabel } from '@ringwell/domain/calls/call-label';
import type { Transcript } from '@ringwell/domain/calls/transcript';
import {
  followUpKind,
  isImported,
  isMessageFrom,
  type FollowUpKind,
  type LaterCall,
} from '@ringwell/domain/follow-ups/follow-up';
import { DEFAULT_TIME_ZONE } from '@ringwell/domain/time';

import { addBusinessMinutes, endOfNextBusinessDay, type BusinessHours } from '../calendar/business-hours';
import { findPromisedTime } from './promised-time';

interface HoursSettings extends Pick<BusinessHours, 'holidays'> {
  timeZone: string | null;
  businessWeek: BusinessHours['week'];
  /** For unhappy customers; in business minutes. */
  callBackWithinMinutes: number;
  leadsEnabled: boolean;
  /** In business minutes. */
  callLeadsWithinMinutes: number;
}

interface StoredCall {
  id: string;
  accountId: string;
  direction: CallDirection | null;
  occurredAt: Date | null;
  createdAt: Date;
  resultRunNumber: number | null;
  /** Set along with the first result, and for callers who hung up before anyone answered. */
  customerKey: string | null;
}

type JudgedTranscript = Pick<Transcript, 'segments' | 'durationSeconds'>;
type JudgedAnalysis = Pick<
  Analysis,
  'sentiment' | 'needsReview' | 'followUp' | 'course' | 'evidence' | 'flags' | 'booking'
>;

export interface FollowUpReason {
  kind: FollowUpKind;
  dueAt: Date;
  isPromisedTime: boolean;
  /** Whether someone may be in danger, judging by what was said. */
  isDanger?: boolean;
}

export interface ConcludedCall extends LaterCall {
  id: string;
  accountId: string;
  calledAt: Date;
  /** Whether the call was imported, or already old on arrival. */
  isImported?: boolean;
  /** Null if the call itself doesn't need a follow-up. */
  reason: FollowUpReason | null;
  /** If false, the call hasn't joined or settled any follow-up yet. */
  hasEarlierResult: boolean;
  /** Whether the caller hung up before anyone answered, so there's no result. */
  isHangUp?: boolean;
}

/** Determines how a call's result affects its customer's follow-ups. @param call the call before this result */
export function toConcludedCall(
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
    booking: analysis.booking,
    isMessage: isMessageFrom('agent', transcript),
    reason: findFollowUpReason({ direction, calledAt, transcript, analysis }, settings),
    hasEarlierResult: hasEarlierResult(call),
  };
}

export function toConcludedHangUp(call: StoredCall, settings: HoursSettings): ConcludedCall {
  const { id, accountId, direction } = call;
  const calledAt = callTime(call);
  const dueAt = addBusinessMinutes(calledAt, settings.callLeadsWithinMinutes, getBusinessHours(settings));
  return {
    id,
    accountId,
    calledAt,
    isImported: isImported(call),
    direction,
    durationSeconds: 0,
    label: 'neutral',
    course: [],
    isMessage: false,
    reason: { kind: 'lead', dueAt, isPromisedTime: false },
    hasEarlierResult: hasEarlierResult(call),
    isHangUp: true,
  };
}

function hasEarlierResult({ resultRunNumber, customerKey }: StoredCall): boolean {
  return resultRunNumber !== null || customerKey !== null;
}

export function getBusinessHours({
  timeZone,
  businessWeek,
  holidays,
}: Pick<HoursSettings, 'timeZone' | 'businessWeek' | 'holidays'>): BusinessHours {
  return { timeZone: timeZone ?? DEFAULT_TIME_ZONE, week: businessWeek, holidays };
}

/**
 * Determines why a call's customer should be called back, and by when:
 * - promises at the promised time, or else by the end of the next business day
 * - leads at the promised time, or else within the account's limit for leads
 * - all others, and promises to customers in danger, within the account's limit for unhappy customers, or at an earlier
 *   promised time
 *
 * For a lead in danger, too, only an earlier promised time replaces the limit. Both limits start when the call ends.
 */
export function findFollowUpReason(
  call: {
    direction: CallDirection | null;
    calledAt: Date;
    transcript: JudgedTranscript;
    analysis: JudgedAnalysis;
  },
  settings: HoursSettings,
): FollowUpReason | null {
  const { direction, calledAt, transcript, analysis } = call;
  const kind = followUpKind(analysis, transcript, direction, settings.leadsEnabled);
  if (kind === null) return null;
  const hours = getBusinessHours(settings);
  const promise = analysis.evidence.find(({ claim }) => claim === PROMISE_CLAIM)?.quote ?? '';
  const promisedAt = analysis.followUp.needed ? findPromisedTime(promise, calledAt, hours) : null;
  const isDanger = analysis.flags?.includes('danger') ?? false;
  if (kind === 'promise' && !isDanger)
    return { kind, dueAt: promisedAt ?? endOfNextBusinessDay(calledAt, hours), isPromisedTime: promisedAt !== null };
  const endedAt = new Date(calledAt.getTime() + transcript.durationSeconds * 1_000);
  const isLead = kind === 'lead';
  const minutes = isLead ? settings.callLeadsWithinMinutes : settings.callBackWithinMinutes;
  const callBackAt = addBusinessMinutes(endedAt, minutes, hours);
  return promisedAt !== null && ((isLead && !isDanger) || promisedAt < callBackAt)
    ? { kind, dueAt: promisedAt, isPromisedTime: true, isDanger }
    : { kind, dueAt: callBackAt, isPromisedTime: false, isDanger };
}
