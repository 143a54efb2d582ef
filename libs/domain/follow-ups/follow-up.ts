import type { Analysis } from '../calls/analysis';
import { isUnbooked, type Booking } from '../calls/booking';
import { callTime, type CallDirection, type SkipReason } from '../calls/call';
import { callLabel, type CallLabel } from '../calls/call-label';
import type { Sentiment } from '../calls/sentiment';
import type { Transcript } from '../calls/transcript';

/** Why a customer should be called back, most urgent reason first. */
export const FOLLOW_UP_KINDS = ['unhappy', 'lead', 'rule', 'promise', 'voicemail', 'review'] as const;
export type FollowUpKind = (typeof FOLLOW_UP_KINDS)[number];

export const FOLLOW_UP_KIND_NAMES: Record<FollowUpKind, string> = {
  unhappy: 'Unhappy customer',
  lead: 'Lead to win back',
  rule: 'Your rule',
  promise: 'To do',
  voicemail: 'Voicemail to return',
  review: 'Needs a listen',
};

/** `dismissed`: no action was needed, for example because the label was wrong. */
export const FOLLOW_UP_STATES = ['open', 'in_progress', 'done', 'dismissed'] as const;
export type FollowUpState = (typeof FOLLOW_UP_STATES)[number];

export const WAITING_STATES = ['open', 'in_progress'] as const satisfies readonly FollowUpState[];

export function isWaiting(state: FollowUpState): boolean {
  return state === 'open' || state === 'in_progress';
}

/** Whether someone has taken a follow-up. Ignores members who have left the account. */
export function isTaken({
  state,
  assigneeId,
  takenBy,
}: {
  state: FollowUpState;
  assigneeId: string | null;
  takenBy: string | null;
}): boolean {
  return state === 'in_progress' && (assigneeId !== null || takenBy !== null);
}

export const FOLLOW_UP_OUTCOMES = [
  'recovered',
  /** The customer booked. */
  'won',
  'called_back',
  'still_unhappy',
  'no_answer',
  'not_needed',
] as const;
export type FollowUpOutcome = (typeof FOLLOW_UP_OUTCOMES)[number];

/**
 * Outcomes for follow-ups closed by people and calls. `still_unhappy` is only set if the call that closed a follow-up
 * no longer counts and the customer has another waiting follow-up.
 */
export const CLOSING_OUTCOMES = [
  'recovered',
  'won',
  'called_back',
  'no_answer',
  'not_needed',
] as const satisfies readonly FollowUpOutcome[];

export const FOLLOW_UP_OUTCOME_NAMES: Record<FollowUpOutcome, string> = {
  recovered: 'Recovered',
  won: 'Won back',
  called_back: 'Called back',
  still_unhappy: 'Still unhappy',
  no_answer: 'No answer',
  not_needed: 'Not needed',
};

/** Result filter for follow-ups that weren't dismissed; `all` includes those without a result. */
export const CALLBACK_RESULTS = ['all', 'in_time', 'late', 'waiting', 'never', 'recovered', 'won'] as const;
export type CallbackResult = (typeof CALLBACK_RESULTS)[number];

/**
 * Sections of the waiting follow-ups. `today`: customers in danger, and those who called or whose callback came due
 * since the office last closed; `later`: due after today; `older`: all others.
 */
export const FOLLOW_UP_SECTIONS = ['today', 'later', 'older'] as const;
export type FollowUpSection = (typeof FOLLOW_UP_SECTIONS)[number];

/** Business minutes until the next try if no one answered. */
export const NEXT_TRY_MINUTES = 120;

/** After this many unanswered tries, the app asks whether to keep trying. */
export const TRIES_BEFORE_ASKING = 3;

export const FOLLOW_UP_EVENTS = [
  'opened',
  'joined',
  /** The office tried to reach the customer, or spoke with them without closing the follow-up. */
  'called',
  /** A user undid "no answer". */
  'no_answer_undone',
  'taken',
  'assigned',
  'released',
  'snoozed',
  'noted',
  /** A user corrected the call's label. */
  'corrected',
  /** A user confirmed or denied that the office made a promise. */
  'promise_confirmed',
  'promise_denied',
  'overdue',
  'done',
  'dismissed',
  'reopened',
] as const;
export type FollowUpEventType = (typeof FOLLOW_UP_EVENTS)[number];

/** Calls to the office shorter than this are assumed to have ended before anyone answered. */
export const HANG_UP_SECONDS = 20;

/** Skip reasons for calls where no one spoke, regardless of length. */
export const HANG_UP_REASONS = ['abandoned', 'no_speech'] as const satisfies readonly SkipReason[];

/** Calls to a customer shorter than this are assumed not to have reached anyone or resolved the issue. */
export const CALL_BACK_MIN_SECONDS = 60;

/**
 * Calls older than this on arrival don't open follow-ups or send alerts, so that past calls don't flood users. The same
 * goes for imported calls.
 */
export const IMPORTED_AFTER_DAYS = 3;

export function isImported(call: { occurredAt: Date | null; createdAt: Date; isImport?: boolean | null }): boolean {
  if (call.isImport) return true;
  return call.createdAt.getTime() - callTime(call).getTime() > IMPORTED_AFTER_DAYS * 86_400_000;
}

/** Calls older than this don't open follow-ups even if their label changes. */
export const FOLLOW_UP_MAX_AGE_DAYS = 30;

/**
 * Each additional call from a waiting customer moves up the follow-up's due time by this much in the sort order, up to
 * `MAX_RAISES` times.
 */
export const RAISE_HOURS = 24;
export const MAX_RAISES = 2;

/**
 * Returns why to call the customer back, or null if there's no reason. Outbound calls don't open leads, because the
 * office just tried.
 */
export function followUpKind(
  analysis: Pick<Analysis, 'sentiment' | 'needsReview' | 'followUp' | 'flags' | 'booking'>,
  transcript: Pick<Transcript, 'segments'>,
  direction: CallDirection | null,
  leadsEnabled: boolean,
): FollowUpKind | null {
  const label = callLabel(analysis);
  if (label === 'negative') return 'unhappy';
  if (leadsEnabled && direction !== 'outbound' && isUnbooked(analysis.booking)) return 'lead';
  if (analysis.followUp.rule !== undefined) return 'rule';
  if (direction !== 'outbound' && isMessageFrom('customer', transcript)) return 'voicemail';
  if (label === 'needs_review') return 'review';
  return analysis.followUp.needed || analysis.flags?.includes('danger') ? 'promise' : null;
}

// Matches greetings in English and Spanish.
const GREETING =
  /\bafter the (?:tone|beep)\b|\bleave (?:us |me )?(?:a|your) (?:\w+ )?(?:message|name)|\byou(?:'ve| have) reached\b.{0,80}\bleave\b|\b(?:d[eé]j[ae]|grab[ae])(?:me|nos)? (?:su|tu|un) (?:\w+ )?(?:mensaje|nombre)|\bdespu[eé]s (?:del tono|de la señal)/i;
const MAX_GREETING_SEGMENTS = 3;

/** Returns the index of an early segment in which an answering machine asks for a message, or -1 if there is none. */
export function findGreetingIndex({ segments }: { segments: readonly { text: string }[] }): number {
  return segments.slice(0, MAX_GREETING_SEGMENTS).findIndex(({ text }) => GREETING.test(text));
}

/**
 * Whether this side left a message on an answering machine: after the machine's greeting, only this side speaks.
 * Unknown speakers count as this side.
 */
export function isMessageFrom(side: 'agent' | 'customer', { segments }: Pick<Transcript, 'segments'>): boolean {
  const greetingIndex = findGreetingIndex({ segments });
  if (greetingIndex === -1) return false;
  const laterSegments = segments.slice(greetingIndex + 1);
  return laterSegments.length > 0 && laterSegments.every(({ speaker }) => speaker === side || speaker === 'unknown');
}

/** A later call with a waiting follow-up's customer. */
export interface LaterCall {
  direction: CallDirection | null;
  durationSeconds: number;
  label: CallLabel;
  course: Analysis['course'];
  booking?: Booking | null;
  /** Whether the office only left a message. */
  isMessage: boolean;
}

const MOOD_SCORES: Record<Sentiment, number> = { negative: -1, neutral: 0, positive: 1 };

/** Why a customer is waiting. `hang_up`: a lead that only hung up before anyone answered. */
export type FollowUpCause = FollowUpKind | 'hang_up';

/**
 * Returns the outcome of a follow-up that a later call settles, or null if it stays open. The office must have called
 * and spoken with the customer for more than a minute, and the customer must clearly not have been unhappy. A lead is
 * only settled by a booking, no matter who called. A hang-up is settled by either, or if the customer calls again and
 * isn't unhappy.
 * @param cause why the follow-up was opened
 */
export function getSettlingOutcome(cause: FollowUpCause, call: LaterCall): FollowUpOutcome | null {
  const { direction, durationSeconds, label, course, isMessage, booking } = call;
  if (cause === 'lead' || cause === 'hang_up') {
    if (booking === 'booked') return 'won';
    if (cause === 'hang_up' && direction === 'inbound' && label !== 'negative') return 'not_needed';
    if (cause === 'lead') return null;
  }
  if (direction !== 'outbound' || durationSeconds <= CALL_BACK_MIN_SECONDS || isMessage) return null;
  if (label !== 'positive' && label !== 'neutral') return null;
  const [first, last] = [course[0], course[course.length - 1]];
  const hasMoodImproved =
    first !== undefined && last !== undefined && MOOD_SCORES[last.sentiment] > MOOD_SCORES[first.sentiment];
  return label === 'positive' || hasMoodImproved || cause === 'unhappy' ? 'recovered' : 'called_back';
}
