import type { Stringifier } from 'csv-stringify';

import type { ReviewReason } from '@ringwell/domain/calls/analysis';
import {
  getAskedToBook,
  ASKED_TO_BOOK_NAMES,
  BOOKING_NAMES,
  REACHED_NAMES,
  getReached,
  type CallOutcome,
} from '@ringwell/domain/calls/booking';
import { BOOKING_FACT_NAMES, type BookingFactView } from '@ringwell/domain/calls/booking-fact';
import {
  CALL_DIRECTION_NAMES,
  CALL_STATE_NAMES,
  skipMessage,
  type CallDirection,
  type CallState,
  type SkipReason,
} from '@ringwell/domain/calls/call';
import { callLabelName } from '@ringwell/domain/calls/call-label';
import { getListedCallText, formatCallTextLine, type CallTextSource } from '@ringwell/domain/calls/call-words';
import { toLabelCorrection, type StoredCorrection } from '@ringwell/domain/calls/label-correction';
import { SENTIMENT_LABELS, type Sentiment } from '@ringwell/domain/calls/sentiment';
import { topicName, type Topic } from '@ringwell/domain/calls/topic';
import { createSpreadsheetTable, formatSpreadsheetTime } from '@ringwell/platform/spreadsheet';

type Nullable<T> = { [Field in keyof T]: T[Field] | null };

/** A call in a list; see `ListedCall` in libs/database. */
export interface TableCall
  extends Nullable<Omit<CallTextSource, 'sentiment' | 'needsReview' | 'reviewReason' | 'topic'>>, CallOutcome {
  id: string;
  createdAt: Date;
  occurredAt: Date | null;
  direction: CallDirection | null;
  fromNumber: string | null;
  toNumber: string | null;
  customerName: string | null;
  agentName: string | null;
  durationSeconds: string | null;
  sentiment: Sentiment | null;
  needsReview: boolean | null;
  reviewReason: ReviewReason | null;
  state: CallState;
  skipReason: SkipReason | null;
  skipLimit: number | null;
  errorCode: string | null;
  errorMessage: string | null;
  topic: Topic | null;
  bookingFact: BookingFactView | null;
  correction: StoredCorrection | null;
}

const listColumns = (timeZone: string): string[] => [
  `Received (${timeZone})`,
  `Started (${timeZone})`,
  'Direction',
  'From',
  'To',
  'Customer',
  'Agent',
  'Duration (s)',
  'Customer Happiness',
  'Summary',
  'Key Points',
  'Follow-up',
  'State',
  'Reason',
  'Needs Review',
  'Review Reason',
  'Topic',
  'Corrected From',
  'Booked',
  'Confirmed',
  'Job',
  'Job Total',
  'Asked to Book',
  'Reached',
  'Call ID',
];

export const EXAMPLE_TABLE =
  `${listColumns('America/New_York').join(',')}\r\n` +
  "2026-03-31 10:12:31,2026-03-31 10:05:00,Inbound,'+15551234567,'+15557654321,Dana Reyes,Paul Ruiz,94.2,Positive," +
  'A visit is booked for Tuesday.,Air conditioner blows warm air; Visit on Tuesday at 9,,Processed,,no,,Booking,,Booked,Confirmed,12345,420.00,,,7e7a2c1e-6a3f-4d0b-9a60-0b5c3b2d9f10\r\n';

/** Formats calls as a spreadsheet. Its rows come from `toCallRow`. */
export function createCallTable(timeZone: string): Stringifier {
  return createSpreadsheetTable(listColumns(timeZone));
}

export function toCallRow(call: TableCall, timeZone: string): (string | number | null)[] {
  const { sentiment, occurredAt, skipReason, skipLimit, correction } = call;
  const callText = getListedCallText(call);
  const durationSeconds = call.durationSeconds === null ? null : Number(call.durationSeconds);
  const needsReview = call.needsReview ?? false;
  const [askedToBook, reached] = [getAskedToBook(call), getReached(call)];
  return [
    formatSpreadsheetTime(call.createdAt, timeZone),
    occurredAt && formatSpreadsheetTime(occurredAt, timeZone),
    call.direction && CALL_DIRECTION_NAMES[call.direction],
    call.fromNumber,
    call.toNumber,
    call.customerName,
    call.agentName,
    durationSeconds,
    sentiment && callLabelName({ sentiment, needsReview }),
    callText && formatCallTextLine(callText),
    callText && callText.points.join('; '),
    callText && callText.instruction,
    CALL_STATE_NAMES[call.state],
    skipReason ? skipMessage(skipReason, { durationSeconds, skipLimit }) : call.errorCode && (call.errorMessage ?? ''),
    sentiment && (needsReview ? 'yes' : 'no'),
    toReviewCell(call),
    sentiment && topicName(call.topic),
    correction && toLabelCorrection(correction).original.label,
    call.booking && BOOKING_NAMES[call.booking],
    ...toFactCells(call.bookingFact),
    askedToBook && ASKED_TO_BOOK_NAMES[askedToBook],
    reached && REACHED_NAMES[reached],
    call.id,
  ];
}

function toFactCells(fact: BookingFactView | null): (string | null)[] {
  if (!fact) return [null, null, null];
  const { status, jobId, jobNumber, jobTotalCents, jobCanceledAt } = fact;
  const name = jobCanceledAt === null ? BOOKING_FACT_NAMES[status] : `${BOOKING_FACT_NAMES[status]}, later canceled`;
  return [name, jobNumber ?? jobId, jobTotalCents === null ? null : (jobTotalCents / 100).toFixed(2)];
}

function toReviewCell({ sentiment, reviewReason }: TableCall): string | null {
  if (sentiment === null || reviewReason === null) return null;
  const guess = `probably ${SENTIMENT_LABELS[sentiment]}`;
  return {
    words_unreliable: 'Words not recognized well enough',
    too_few_words: 'Too short to judge',
    recording_incomplete: `Part of the recording missing, ${guess}`,
    low_confidence: `Not sure, ${guess}`,
    mixed_signals: `Both happy and unhappy, ${guess}`,
  }[reviewReason];
}
