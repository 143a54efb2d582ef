import { z } from 'zod';

import type { ListedCall } from '@ringwell/database/calls/call-lists.repository';
import type { CustomerNote } from '@ringwell/database/customers/customer-lists.repository';
import type { Delivery } from '@ringwell/database/deliveries/delivery.entity';
import { FORMER_MEMBER } from '@ringwell/domain/accounts/user-display-name';
import { PROMISE_CLAIM } from '@ringwell/domain/calls/analysis';
import { CALL_FLAG_NAMES } from '@ringwell/domain/calls/call-flags';
import { CALL_LABEL_NAMES, CALL_LABELS } from '@ringwell/domain/calls/call-label';
import { getListedCallText, pickQuotesForLabel } from '@ringwell/domain/calls/call-words';
import { CHANNEL_NAMES, DELIVERY_STATE_NAMES } from '@ringwell/domain/deliveries/delivery';
import { parseNoteDestination } from '@ringwell/domain/deliveries/service-titan';
import { isWaiting } from '@ringwell/domain/follow-ups/follow-up';
import { toOneLine } from '@ringwell/domain/text/plain-text';
import { truncateText } from '@ringwell/domain/text/truncate-text';
import { formatDuration, formatTime } from '@ringwell/domain/time';
import type { Config } from '@ringwell/platform/config/environment-settings';

import type { CustomerView } from '../customers/customers.service';
import type { FollowUpView } from '../follow-ups/follow-ups.service';
import { ANNOTATED_CALL_SCHEMA, toAnnotatedCall, annotatedCallText } from './annotated-call';
import { callLink, localTime } from './call-data';
import { customerText, CUSTOMER_SCHEMA, toCustomerData } from './customer-data';
import { followUpText, FOLLOW_UP_SCHEMA, toFollowUpData } from './follow-up-data';
import type { ToolResult } from './mcp-tool';

const MAX_QUOTES = 4;
const MAX_TEXT_LENGTH = 300;

/** Everything known about a customer or a job. */
export interface BriefFacts {
  /** Set if several customers match; only `customers` is filled in. `many`: more match than are listed. */
  ambiguity: 'several' | 'many' | null;
  timeZone: string;
  customers: readonly CustomerView[];
  calls: readonly ListedCall[];
  hasMoreCalls: boolean;
  followUps: readonly FollowUpView[];
  notes: readonly CustomerNote[];
  messages: readonly Delivery[];
}

const QUOTE_SCHEMA = z.object({
  claim: z.string().describe('What the words show: a label, Promise (by the company), Danger or Legal.'),
  atSeconds: z.number(),
  link: z.string().describe('Link to this moment in the call.'),
  quotedWords: z.string(),
});

export const BRIEF_SCHEMA = z.object({
  isAmbiguous: z
    .boolean()
    .describe('Whether several customers match. If so, only they are listed. Ask which one the user means.'),
  customers: z.array(CUSTOMER_SCHEMA),
  sentCustomerIds: z
    .array(z.string())
    .describe("The customers' ids in ServiceTitan, or in the system that sent the calls."),
  jobIds: z.array(z.string()).describe('Jobs of these calls, latest first.'),
  labels: z.record(z.string(), z.number()).describe('Number of these calls with each label.'),
  calls: z.array(ANNOTATED_CALL_SCHEMA.extend({ quotes: z.array(QUOTE_SCHEMA) })).describe('Latest first.'),
  hasMoreCalls: z.boolean().describe('Whether there are earlier calls. To get them, use list_calls with customer.'),
  followUps: z.array(FOLLOW_UP_SCHEMA).describe('Waiting follow-ups, then closed ones, latest first.'),
  notes: z
    .array(z.object({ time: z.string(), by: z.string().nullable(), note: z.string(), followUpId: z.string() }))
    .describe("The team's notes, latest first."),
  messages: z
    .array(
      z.object({
        time: z.string(),
        channel: z.string(),
        to: z.string(),
        state: z.string(),
        problem: z.string().nullable(),
        callId: z.string().nullable(),
        callTime: z.string().nullable(),
      }),
    )
    .describe('Notes in ServiceTitan and alerts about these calls, latest first.'),
});

type BriefData = z.input<typeof BRIEF_SCHEMA>;
type Links = Pick<Config, 'PUBLIC_URL' | 'PORT'>;

export function renderBrief(facts: BriefFacts, links: Links): ToolResult<typeof BRIEF_SCHEMA> {
  const { timeZone, followUps } = facts;
  const annotatedCalls = facts.calls.map((call) => ({
    call,
    annotated: { ...toAnnotatedCall(call, timeZone, links), quotes: selectQuotes(call, links) },
  }));
  const data = buildData(
    facts,
    annotatedCalls.map(({ annotated }) => annotated),
    links,
  );
  const sections: [title: string, lines: string[]][] = [
    ['Customer', data.customers.map(customerText)],
    ['ServiceTitan', [...data.sentCustomerIds.map((id) => `customer ${id}`), ...data.jobIds.map((id) => `job ${id}`)]],
    ['Follow-ups', followUps.map((followUp) => followUpText(followUp, timeZone, links))],
    [
      'Calls, latest first',
      annotatedCalls.map(({ call, annotated }) =>
        annotatedCallText(call, annotated, timeZone, annotated.quotes.map(quoteText)),
      ),
    ],
    ['Team notes', data.notes.map((note) => noteText(note, timeZone))],
    ['Messages about these calls', data.messages.map((message) => messageText(message, timeZone))],
  ];
  return {
    timeZone,
    heading: formatHeading(facts, data),
    callText: sections
      .filter(([, lines]) => lines.length > 0)
      .map(([title, lines]) => `${title}:\n${lines.join('\n')}`)
      .join('\n\n'),
    data,
  };
}

function buildData(
  { ambiguity, timeZone, customers, calls, hasMoreCalls, followUps, notes, messages }: BriefFacts,
  annotatedCalls: BriefData['calls'],
  links: Links,
): BriefData {
  return {
    isAmbiguous: ambiguity !== null,
    customers: customers.map((customer) => toCustomerData(customer, timeZone, links)),
    sentCustomerIds: uniqueLines(calls.map(({ customerId }) => customerId)),
    jobIds: uniqueLines(calls.map(({ jobId }) => jobId)),
    labels: Object.fromEntries(
      CALL_LABELS.map((each) => [each, annotatedCalls.filter(({ label }) => label === each).length]),
    ),
    calls: annotatedCalls,
    hasMoreCalls,
    followUps: followUps.map((followUp) => toFollowUpData(followUp, timeZone, links)),
    notes: notes.map(({ at, actor, note, followUpId }) => ({
      time: localTime(at, timeZone),
      by: actor && toOneLine(actor),
      note: truncateText(toOneLine(note), MAX_TEXT_LENGTH),
      followUpId,
    })),
    messages: messages.map(({ sentAt, updatedAt, channel, destination, state, providerRef, errorMessage, callId }) => {
      const note = channel === 'servicetitan' ? parseNoteDestination(providerRef) : null;
      return {
        time: localTime(sentAt ?? updatedAt, timeZone),
        channel: CHANNEL_NAMES[channel],
        to: note ? `${note.kind} ${note.id}` : destination,
        state: DELIVERY_STATE_NAMES[state],
        problem: state === 'sent' ? null : errorMessage,
        callId,
        callTime: annotatedCalls.find(({ id }) => id === callId)?.time ?? null,
      };
    }),
  };
}

function uniqueLines(ids: readonly (string | null)[]): string[] {
  return [...new Set(ids.flatMap((id) => (id === null ? [] : toOneLine(id))))];
}

function selectQuotes(call: ListedCall, links: Links): BriefData['calls'][number]['quotes'] {
  const callText = getListedCallText(call);
  if (!callText || callText.isUnclear) return [];
  const claims: readonly string[] = [PROMISE_CLAIM, ...Object.values(CALL_FLAG_NAMES)];
  const flaggedEvidence = (call.evidence ?? []).filter(({ claim }) => claims.includes(claim));
  const labelQuotes = pickQuotesForLabel({ sentiment: call.sentiment ?? 'neutral', evidence: call.evidence ?? [] });
  return [...flaggedEvidence, ...labelQuotes].slice(0, MAX_QUOTES).map(({ claim, startMs, quote }) => ({
    claim,
    atSeconds: startMs / 1_000,
    link: callLink(links, call.id, startMs / 1_000),
    quotedWords: truncateText(toOneLine(quote), MAX_TEXT_LENGTH),
  }));
}

function formatHeading(
  { ambiguity, followUps }: BriefFacts,
  { customers, labels, calls, hasMoreCalls }: BriefData,
): string {
  if (ambiguity !== null) {
    const matchText =
      ambiguity === 'many'
        ? 'Many customers match. These called most recently.'
        : `${customers.length} customers match.`;
    return `${matchText} Ask which one the user means, then send the customer's id or number.`;
  }
  const counts = CALL_LABELS.filter((label) => labels[label]).map(
    (label) => `${labels[label]} ${CALL_LABEL_NAMES[label]}`,
  );
  const waitingFollowUps = followUps.filter(({ state }) => isWaiting(state));
  const describeFlag = (flag: keyof typeof CALL_FLAG_NAMES): string[] =>
    calls.some(({ flags }) => flags.includes(flag)) ? [`A call is marked ${CALL_FLAG_NAMES[flag]}.`] : [];
  return [
    `${hasMoreCalls ? 'The latest' : 'All'} calls: ${calls.length}${counts.length > 0 ? ` (${counts.join(', ')})` : ''}.`,
    waitingFollowUps.length === 0 ? 'No follow-ups are waiting.' : 'A follow-up is waiting.',
    ...(waitingFollowUps.some(({ isOverdue }) => isOverdue) ? ['It is overdue.'] : []),
    ...describeFlag('danger'),
    ...describeFlag('legal'),
  ].join(' ');
}

function noteText({ time, by, note }: BriefData['notes'][number], timeZone: string): string {
  return `${formatTime(new Date(time), timeZone, 'dateTime')} | ${by ?? FORMER_MEMBER}: ${note}`;
}

function messageText(
  { time, channel, to, state, problem, callTime }: BriefData['messages'][number],
  timeZone: string,
): string {
  const formatDate = (isoTime: string): string => formatTime(new Date(isoTime), timeZone, 'dateTime');
  const parts = [
    formatDate(time),
    channel,
    to !== channel && to,
    state,
    problem,
    callTime && `about the call on ${formatDate(callTime)}`,
  ];
  return toOneLine(parts.filter(Boolean).join(' | '));
}

function quoteText({ claim, atSeconds, quotedWords }: z.input<typeof QUOTE_SCHEMA>): string {
  return `${claim}: ${formatDuration(atSeconds)} "${quotedWords}"`;
}
