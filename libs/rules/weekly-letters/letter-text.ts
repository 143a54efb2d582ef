import { countJudgedCalls } from '@ringwell/domain/calls/happiness';
import { describeSkippedCalls } from '@ringwell/domain/calls/skipped-calls';
import { formatPhone } from '@ringwell/domain/customers/phone';
import { FOLLOW_UP_OUTCOME_NAMES, isWaiting } from '@ringwell/domain/follow-ups/follow-up';
import { toOneLine } from '@ringwell/domain/text/plain-text';
import { truncateText } from '@ringwell/domain/text/truncate-text';
import { formatDuration, formatTime } from '@ringwell/domain/time';
import type {
  BrokenPromise,
  LetterQuote,
  Praise,
  UnhappyCustomer,
  WeeklyLetter,
} from '@ringwell/domain/weekly-letters/weekly-letter';

import {
  formatBookings,
  formatCalls,
  formatChange,
  formatDayCounts,
  formatDay,
  formatWeek,
  formatLabels,
  formatLetterTitle,
  formatScore,
} from './figures';

const MAX_LENGTH = { name: 120, words: 300 };

export interface LetterLink {
  url: string;
  text: string;
}

/** A customer or a promise. Each text is one short line. */
export interface LetterItem {
  title: string;
  quote: string | null;
  lines: readonly string[];
  link: LetterLink;
}

export interface LetterSection {
  title: string;
  /** Counts such as `2 kept, 1 broken`. */
  figure: string | null;
  items: readonly LetterItem[];
  /** Shown instead of items, or after them. */
  note: string | null;
}

export interface LetterDay {
  name: string;
  positive: number;
  neutral: number;
  negative: number;
  /** A text description of the chart. */
  text: string;
}

/** A letter's contents, shared by text, HTML and chats. Texts are raw; each format escapes them. */
export interface LetterText {
  title: string;
  /** `Nov 16 – 22`. */
  week: string;
  facts: readonly { name: string; value: string }[];
  days: readonly LetterDay[];
  unhappy: LetterSection | null;
  promises: LetterSection | null;
  praise: LetterSection | null;
  link: LetterLink;
}

export function createLetterText(letter: WeeklyLetter, publicUrl: string): LetterText {
  const { week, counts, days, praise, timeZone } = letter;
  const hasCalls = countJudgedCalls(counts) + counts.needs_review > 0;
  return {
    title: formatLetterTitle(letter),
    week: formatWeek(week),
    facts: [
      { name: 'Calls', value: formatCalls(counts) },
      ...(countJudgedCalls(counts) > 0
        ? [
            { name: 'Labels', value: formatLabels(counts) },
            { name: 'Happiness', value: formatScore(counts) },
          ]
        : []),
      ...buildFact('Change', formatChange(letter)),
      ...buildFact('Bookings', formatBookings(letter)),
      ...buildFact('Skipped', describeSkippedCalls(letter.skipped)),
    ],
    days: hasCalls
      ? days.map(({ day, counts: dayCounts }) => ({
          name: formatDay(day),
          ...dayCounts,
          text: formatDayCounts(dayCounts),
        }))
      : [],
    unhappy: hasCalls ? buildUnhappySection(letter, publicUrl) : null,
    promises: buildPromiseSection(letter, publicUrl),
    praise: praise && {
      title: 'Top praise',
      figure: null,
      items: [buildPraiseItem(praise, timeZone, publicUrl)],
      note: null,
    },
    link: { url: `${publicUrl}/happiness?from=${week.from}&to=${week.to}`, text: 'See the whole week' },
  };
}

function buildFact(name: string, value: string | null): { name: string; value: string }[] {
  return value === null ? [] : [{ name, value }];
}

function buildUnhappySection({ unhappy, unhappyCount, timeZone }: WeeklyLetter, publicUrl: string): LetterSection {
  return {
    title: 'Unhappy customers',
    figure: String(unhappyCount),
    items: unhappy.map((customer) => buildUnhappyItem(customer, timeZone, publicUrl)),
    note: getListNote(unhappyCount, unhappy.length, 'No unhappy customers last week.'),
  };
}

function buildPromiseSection({ promises, timeZone }: WeeklyLetter, publicUrl: string): LetterSection | null {
  const { kept, broken, brokenItems } = promises;
  if (kept + broken === 0) return null;
  return {
    title: 'Promises',
    figure: `${kept} kept, ${broken} broken`,
    items: brokenItems.map((promise) => buildPromiseItem(promise, timeZone, publicUrl)),
    note: getListNote(broken, brokenItems.length, 'Every promise that was due was kept on time.'),
  };
}

function getListNote(count: number, shownCount: number, emptyNote: string): string | null {
  if (count === 0) return emptyNote;
  return count > shownCount ? `And ${count - shownCount} more.` : null;
}

function buildUnhappyItem(customer: UnhappyCustomer, timeZone: string, publicUrl: string): LetterItem {
  const { calledAt, agentName, instruction, quote, callId, state } = customer;
  return {
    title: formatCustomer(customer),
    quote: quote && truncateWords(quote.text),
    lines: [
      [
        formatTime(calledAt, timeZone, 'dateTime'),
        ...(agentName === null ? [] : [`with ${truncateName(agentName)}`]),
      ].join(', '),
      ...(instruction !== null && isWaiting(state) ? [truncateWords(instruction)] : []),
      describeOutcome(customer, timeZone),
    ],
    link: buildCallLink(callId, quote, publicUrl),
  };
}

function describeOutcome({ state, outcome, calledBackAt, handler }: UnhappyCustomer, timeZone: string): string {
  if (isWaiting(state))
    return handler === null
      ? 'Still waiting for a call. No one has it yet.'
      : `Still waiting for a call. ${truncateName(handler)} has it.`;
  const outcomeText = outcome === null ? 'Closed: no action needed' : FOLLOW_UP_OUTCOME_NAMES[outcome];
  return calledBackAt === null
    ? `${outcomeText}.`
    : `${outcomeText}: ${formatTime(calledBackAt, timeZone, 'dateTime')}.`;
}

function buildPromiseItem(
  { followUpId, promise, dueAt, outcome, calledBackAt, ...customer }: BrokenPromise,
  timeZone: string,
  publicUrl: string,
): LetterItem {
  const dueText = `Due by ${formatTime(dueAt, timeZone, 'dateTime')}.`;
  return {
    title: formatCustomer(customer),
    quote: null,
    lines: [
      ...(promise === null ? [] : [truncateWords(promise)]),
      `${dueText} ${describePromiseOutcome({ outcome, calledBackAt }, timeZone)}`,
    ],
    link: { url: `${publicUrl}/follow-ups/${followUpId}`, text: 'Open the follow-up' },
  };
}

function describePromiseOutcome(
  { outcome, calledBackAt }: Pick<BrokenPromise, 'outcome' | 'calledBackAt'>,
  timeZone: string,
): string {
  if (outcome === 'no_answer' || outcome === 'still_unhappy') return `${FOLLOW_UP_OUTCOME_NAMES[outcome]}.`;
  return calledBackAt === null
    ? 'Not called back yet.'
    : `Called back ${formatTime(calledBackAt, timeZone, 'dateTime')}.`;
}

function buildPraiseItem(
  { callId, calledAt, customerName, agentName, quote }: Praise,
  timeZone: string,
  publicUrl: string,
): LetterItem {
  const from = customerName === null ? 'A customer' : truncateName(customerName);
  return {
    title: agentName === null ? 'For the team' : `For ${truncateName(agentName)}`,
    quote: truncateWords(quote.text),
    lines: [`${from}, ${formatTime(calledAt, timeZone, 'dateTime')}`],
    link: buildCallLink(callId, quote, publicUrl),
  };
}

function buildCallLink(callId: string, quote: LetterQuote | null, publicUrl: string): LetterLink {
  const url = `${publicUrl}/calls/${callId}`;
  if (quote === null) return { url, text: 'Open the call' };
  const seconds = Math.floor(quote.startMs / 1_000);
  return { url: `${url}?t=${seconds}`, text: `Listen at ${formatDuration(seconds)}` };
}

function formatCustomer({ customerName, phone }: { customerName: string | null; phone: string | null }): string {
  const number = phone === null ? null : formatPhone(phone);
  return truncateName([customerName, number].filter(Boolean).join(', ') || 'Unknown customer');
}

function truncateName(text: string): string {
  return truncateText(toOneLine(text), MAX_LENGTH.name);
}

function truncateWords(text: string): string {
  return truncateText(toOneLine(text), MAX_LENGTH.words);
}
