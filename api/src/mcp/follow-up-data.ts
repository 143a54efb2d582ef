import { z } from 'zod';

import type { FollowUpRemarks } from '@ringwell/database/follow-ups/follow-up-remarks.repository';
import { FORMER_MEMBER } from '@ringwell/domain/accounts/user-display-name';
import { PROMISE_CLAIM } from '@ringwell/domain/calls/analysis';
import { formatDollars } from '@ringwell/domain/calls/booking-fact';
import { CALL_FLAG_NAMES } from '@ringwell/domain/calls/call-flags';
import { formatPhone, knownNumber } from '@ringwell/domain/customers/phone';
import {
  FOLLOW_UP_KIND_NAMES,
  FOLLOW_UP_OUTCOME_NAMES,
  FOLLOW_UP_SECTIONS,
} from '@ringwell/domain/follow-ups/follow-up';
import { toOneLine } from '@ringwell/domain/text/plain-text';
import { truncateText } from '@ringwell/domain/text/truncate-text';
import { formatTime } from '@ringwell/domain/time';
import type { Config } from '@ringwell/platform/config/environment-settings';
import { getPublicUrl } from '@ringwell/platform/config/public-url';

import type { FollowUpView } from '../follow-ups/follow-ups.service';
import { localTime } from './call-data';

const MAX_NOTE_LENGTH = 200;

export const FOLLOW_UP_SCHEMA = z.object({
  id: z.string(),
  link: z.string().describe("Link to the follow-up's page."),
  kind: z
    .string()
    .describe(
      'unhappy, lead (did not book), rule, promise (the office promised something), voicemail, or review (needs a listen).',
    ),
  state: z.string().describe('open, in_progress (assigned), done or dismissed.'),
  outcome: z.string().nullable().describe('How the follow-up ended.'),
  calledBack: z.string().nullable().describe("When the customer was reached. ISO 8601, in the account's time zone."),
  due: z.string().describe("ISO 8601, in the account's time zone."),
  isOverdue: z.boolean(),
  isDanger: z.boolean().describe('Whether someone may be in danger.'),
  promise: z
    .object({
      quotedWords: z.string(),
      isConfirmed: z
        .boolean()
        .nullable()
        .describe('Whether a person has confirmed the promise: true if confirmed, false if denied, otherwise null.'),
    })
    .nullable()
    .describe('What the company promised in the call.'),
  customerName: z.string().nullable(),
  customerNumber: z.string().nullable(),
  calls: z.number().describe("Number of the customer's calls in the follow-up."),
  assignee: z.string().nullable().describe('Name of the person who has taken the follow-up.'),
  why: z.string().describe('What to do, in one line.'),
  quotedWords: z.string().nullable(),
  callId: z.string().describe('The deciding call, for get_call.'),
});

export const ANNOTATED_FOLLOW_UP_SCHEMA = FOLLOW_UP_SCHEMA.extend({
  section: z
    .enum(FOLLOW_UP_SECTIONS)
    .nullable()
    .describe('today, later (due after today) or older. Only for waiting follow-ups.'),
  isLegal: z.boolean().describe('Whether legal action was mentioned in one of its calls.'),
  note: z
    .object({ time: z.string(), by: z.string().nullable(), note: z.string() })
    .nullable()
    .describe("The team's latest note."),
});

type Links = Pick<Config, 'PUBLIC_URL' | 'PORT'>;

export function toFollowUpData(
  followUp: FollowUpView,
  timeZone: string,
  links: Links,
): z.input<typeof FOLLOW_UP_SCHEMA> {
  const { id, kind, state, outcome, dueAt, isOverdue, customer, callCount, assignee, takenBy, why, quote, promise } =
    followUp;
  return {
    id,
    link: `${getPublicUrl(links)}/follow-ups/${id}`,
    kind,
    state,
    outcome,
    calledBack: followUp.calledBackAt && localTime(followUp.calledBackAt, timeZone),
    due: localTime(dueAt, timeZone),
    isOverdue,
    isDanger: followUp.isDanger,
    promise: promise && { quotedWords: toOneLine(promise.text), isConfirmed: promise.isConfirmed },
    customerName: customer.name && toOneLine(customer.name),
    customerNumber: knownNumber(customer.phone),
    calls: callCount,
    assignee: assignee?.name ?? takenBy,
    why: toOneLine(why),
    quotedWords: quote && toOneLine(quote.text),
    callId: followUp.callId,
  };
}

export function toAnnotatedFollowUpData(
  followUp: FollowUpView,
  { isLegal, note, notedAt, notedBy }: FollowUpRemarks,
  timeZone: string,
  links: Links,
): z.input<typeof ANNOTATED_FOLLOW_UP_SCHEMA> {
  return {
    ...toFollowUpData(followUp, timeZone, links),
    section: followUp.section,
    isLegal,
    note:
      note === null || notedAt === null
        ? null
        : {
            time: localTime(notedAt, timeZone),
            by: notedBy && toOneLine(notedBy),
            note: truncateText(toOneLine(note), MAX_NOTE_LENGTH),
          },
  };
}

/** Returns a follow-up with the promise behind its due time, which may come from another call. */
export function withPromise(
  followUp: FollowUpView,
  { timeEvidence, isPromiseConfirmed }: FollowUpRemarks,
): FollowUpView {
  const promiseEvidence = followUp.isPromisedTime
    ? timeEvidence?.find(({ claim }) => claim === PROMISE_CLAIM)
    : undefined;
  if (followUp.promise !== null || promiseEvidence === undefined) return followUp;
  return {
    ...followUp,
    promise: { text: promiseEvidence.quote, startMs: promiseEvidence.startMs, isConfirmed: isPromiseConfirmed },
  };
}

/** Formats a follow-up as two lines: customer, reason, due time and assignee; then its id and link. */
export function followUpText(
  followUp: FollowUpView,
  timeZone: string,
  links: Links,
  { isLegal, note }: Partial<z.input<typeof ANNOTATED_FOLLOW_UP_SCHEMA>> = {},
): string {
  const { kind, customer, callCount, why, quote, promise, isDanger } = followUp;
  const customerText = [customer.name, customer.phone && formatPhone(customer.phone)].filter(Boolean).join(', ');
  const parts = [
    FOLLOW_UP_KIND_NAMES[kind],
    isDanger && CALL_FLAG_NAMES.danger,
    isLegal && CALL_FLAG_NAMES.legal,
    customerText || 'Unknown customer',
    why !== FOLLOW_UP_KIND_NAMES[kind] && why,
    quote && `"${quote.text}"`,
    promise &&
      promise.isConfirmed !== false &&
      (promise.isConfirmed
        ? `promised: "${promise.text}"`
        : `the office said: "${promise.text}" (no one on the team has confirmed yet that this was a promise)`),
    callCount > 1 && `${callCount} calls`,
    ...describeProgress(followUp, timeZone),
    note &&
      `note by ${note.by ?? FORMER_MEMBER.toLowerCase()}, ${formatTime(new Date(note.time), timeZone, 'dateTime')}: ${note.note}`,
  ];
  const { id, link } = toFollowUpData(followUp, timeZone, links);
  return `${toOneLine(parts.filter(Boolean).join(' | '))}\nid ${id}, ${link}`;
}

function describeProgress(followUp: FollowUpView, timeZone: string): string[] {
  const { dueAt, isOverdue, isPromisedTime, closedAt, calledBackAt, outcome, assignee, takenBy, tries, brought } =
    followUp;
  const labelTime = (label: string, time: string | null): string[] =>
    time === null ? [] : [`${label} ${formatTime(new Date(time), timeZone, 'dateTime')}`];
  if (closedAt !== null) {
    const outcomeText = outcome === null ? 'Dismissed' : FOLLOW_UP_OUTCOME_NAMES[outcome];
    return [
      ...labelTime('customer reached', calledBackAt),
      ...labelTime(`${outcomeText}, closed`, closedAt),
      ...revenueText(brought),
    ];
  }
  const taker = assignee?.name ?? takenBy;
  const isSnoozed = followUp.snoozedUntil !== null && Date.parse(followUp.snoozedUntil) > Date.now();
  return [
    `${labelTime(isOverdue ? 'overdue since' : 'due', dueAt).join('')}${isPromisedTime ? ', the promised time' : ''}`,
    ...(isSnoozed ? labelTime('snoozed until', followUp.snoozedUntil) : []),
    ...(tries > 0 ? [`unanswered attempts: ${tries}`] : []),
    taker ? `taken by ${taker}` : 'unassigned',
  ];
}

function revenueText(brought: FollowUpView['brought']): string[] {
  if (brought === null) return [];
  return [`brought in ${formatDollars(brought.cents)}${brought.isEstimate ? ' (estimated)' : ''}`];
}
