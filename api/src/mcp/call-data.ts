import { DateTime } from 'luxon';
import { z } from 'zod';

import type { ListedCall } from '@ringwell/database/calls/call-lists.repository';
import {
  getAskedToBook,
  ASKED_TO_BOOK_NAMES,
  BOOKING_NAMES,
  REACHED_NAMES,
  getReached,
} from '@ringwell/domain/calls/booking';
import { CALL_DIRECTION_NAMES, CALL_STATE_NAMES, callTime } from '@ringwell/domain/calls/call';
import { CALL_FLAG_NAMES } from '@ringwell/domain/calls/call-flags';
import { callLabel, describeCallLabel } from '@ringwell/domain/calls/call-label';
import { formatPhone, knownNumber } from '@ringwell/domain/customers/phone';
import { toOneLine } from '@ringwell/domain/text/plain-text';
import { formatDuration, formatTime } from '@ringwell/domain/time';
import type { Config } from '@ringwell/platform/config/environment-settings';
import { getPublicUrl } from '@ringwell/platform/config/public-url';

/** The call fields shown by every call tool. */
export type CallFields = Pick<
  ListedCall,
  | 'id'
  | 'state'
  | 'direction'
  | 'fromNumber'
  | 'toNumber'
  | 'customerName'
  | 'agentName'
  | 'occurredAt'
  | 'createdAt'
  | 'durationSeconds'
  | 'sentiment'
  | 'needsReview'
  | 'reviewReason'
  | 'flags'
  | 'booking'
  | 'asked'
  | 'reached'
  | 'jobId'
>;

export const CALL_SCHEMA = z.object({
  id: z.string(),
  link: z.string().describe("Link to the call's page."),
  time: z.string().describe("ISO 8601, in the account's time zone."),
  direction: z.string().nullable(),
  customerName: z.string().nullable(),
  customerNumber: z.string().nullable(),
  agentName: z.string().nullable(),
  durationSeconds: z.number().nullable(),
  state: z.string().describe('completed, skipped, failed and timed_out are final.'),
  label: z.string().nullable().describe('positive, neutral, negative or needs_review; null without a result.'),
  labelText: z.string().nullable().describe('The label as shown to users, with the guess if the call needs review.'),
  flags: z.array(z.string()).describe('danger: someone may be in danger. legal: legal action was mentioned.'),
  booking: z.string().nullable().describe('Whether new work was booked, or why not. Null if unknown.'),
  asked: z.string().nullable().describe('Whether the agent asked for the booking, if the call was not booked.'),
  reached: z.string().nullable().describe('Whether an outbound call reached a person.'),
  jobId: z.string().nullable().describe('Job number in ServiceTitan, or in the system that sent the call.'),
});

type Links = Pick<Config, 'PUBLIC_URL' | 'PORT'>;

/** Returns the link to a call's page. @param atSeconds the start position in the recording */
export function callLink(links: Links, id: string, atSeconds?: number | null): string {
  const page = `${getPublicUrl(links)}/calls/${id}`;
  return atSeconds === undefined || atSeconds === null ? page : `${page}?t=${Math.floor(atSeconds)}`;
}

export function toCallData(call: CallFields, timeZone: string, links: Links): z.input<typeof CALL_SCHEMA> {
  const { id, state, direction, customerName, agentName, durationSeconds } = call;
  const [asked, reached] = [getAskedToBook(call), getReached(call)];
  return {
    id,
    link: callLink(links, id),
    time: localTime(callTime(call), timeZone),
    direction,
    customerName: customerName && toOneLine(customerName),
    customerNumber: knownNumber(direction === 'outbound' ? call.toNumber : call.fromNumber),
    agentName: agentName && toOneLine(agentName),
    durationSeconds: durationSeconds === null ? null : Number(durationSeconds),
    state,
    label: formatLabel(call, callLabel),
    labelText: formatLabel(call, describeCallLabel),
    flags: call.flags ?? [],
    booking: call.booking && BOOKING_NAMES[call.booking],
    asked: asked && ASKED_TO_BOOK_NAMES[asked],
    reached: reached && REACHED_NAMES[reached],
    jobId: call.jobId && toOneLine(call.jobId),
  };
}

/** Formats a time as ISO 8601 in the account's time zone. */
export function localTime(time: Date | string, timeZone: string): string {
  return DateTime.fromJSDate(new Date(time)).setZone(timeZone).toISO({ suppressMilliseconds: true }) ?? '';
}

/** Formats a call as one line: time, direction, customer, length, label and other details. */
export function callLine(call: CallFields, timeZone: string): string {
  const { direction, customerName, fromNumber, toNumber, agentName, durationSeconds, state } = call;
  const number = direction === 'outbound' ? toNumber : fromNumber;
  const customer = [customerName, number && formatPhone(number)].filter(Boolean).join(', ');
  const parts = [
    formatTime(callTime(call), timeZone, 'fullDateTime'),
    direction && CALL_DIRECTION_NAMES[direction],
    customer && `customer ${customer}`,
    agentName && `agent ${agentName}`,
    durationSeconds && formatDuration(Number(durationSeconds)),
    formatLabel(call, describeCallLabel) ?? CALL_STATE_NAMES[state],
    ...(call.flags ?? []).map((flag) => CALL_FLAG_NAMES[flag]),
    call.booking && BOOKING_NAMES[call.booking],
    getAskedToBook(call) === 'not_asked' && 'never asked to book',
    getReached(call) === 'not_reached' && 'not reached',
    call.jobId && `job ${call.jobId}`,
  ];
  return toOneLine(parts.filter(Boolean).join(' | '));
}

type LabeledCall = Parameters<typeof describeCallLabel>[0];

function formatLabel<Label>(call: CallFields, describe: (call: LabeledCall) => Label): Label | null {
  const { sentiment, needsReview, reviewReason } = call;
  return sentiment === null ? null : describe({ sentiment, needsReview: needsReview ?? false, reviewReason });
}
