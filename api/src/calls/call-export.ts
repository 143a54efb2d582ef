import type { Stringifier } from 'csv-stringify';

import type { ListedCall } from '@ringwell/database/calls/call-lists.repository';
import { CALL_DIRECTION_NAMES, CALL_STATE_NAMES } from '@ringwell/domain/call';
import { SENTIMENT_LABELS } from '@ringwell/domain/sentiment';
import { topicName } from '@ringwell/domain/topic';

import { spreadsheetTable, spreadsheetTime } from '../http/spreadsheet';
import { callSummaryView } from './call-list-view';
import type { CallSummaryDto } from './dto/call-summary.dto';

const columnsIn = (timeZone: string): string[] => [
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
];

export const EXAMPLE_TABLE =
  `${columnsIn('America/New_York').join(',')}\r\n` +
  "2026-03-31 10:12:31,2026-03-31 10:05:00,Inbound,'+15551234567,'+15557654321,Dana Reyes,Paul Ruiz,94.2,Positive," +
  'A visit is booked for Tuesday.,Air conditioner blows warm air; Visit on Tuesday at 9,,Processed,,no,,Booking,\r\n';

export function callTable(timeZone: string): Stringifier {
  return spreadsheetTable(columnsIn(timeZone));
}

export function callRow(listed: ListedCall, timeZone: string): (string | number | null)[] {
  const call = callSummaryView(listed);
  return [
    spreadsheetTime(listed.createdAt, timeZone),
    listed.occurredAt && spreadsheetTime(listed.occurredAt, timeZone),
    call.direction && CALL_DIRECTION_NAMES[call.direction],
    call.from,
    call.to,
    call.customerName,
    call.agentName,
    call.durationSeconds,
    call.label,
    call.summary,
    listed.keyPoints && listed.keyPoints.join('; '),
    followUpCell(listed),
    CALL_STATE_NAMES[call.state],
    call.skipMessage ?? call.error?.message ?? null,
    call.sentiment && (call.needsReview ? 'yes' : 'no'),
    reviewCell(call),
    call.sentiment && topicName(call.topic),
    call.correction && call.correction.original.label,
  ];
}

function followUpCell({ followUp }: ListedCall): string | null {
  return followUp?.needed ? (followUp.what ?? 'Needed') : null;
}

function reviewCell({ sentiment, reviewReason }: CallSummaryDto): string | null {
  if (sentiment === null || reviewReason === null) return null;
  const guess = `probably ${SENTIMENT_LABELS[sentiment]}`;
  return {
    words_unreliable: 'Words not recognized well enough',
    low_confidence: `Not sure, ${guess}`,
    mixed_signals: `Both happy and unhappy, ${guess}`,
  }[reviewReason];
}
