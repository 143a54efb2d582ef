import { z } from 'zod';

import type { ListedCall } from '@ringwell/database/calls/call-lists.repository';
import { bookingFactLine } from '@ringwell/domain/calls/booking-fact';
import { getListedCallText, formatCallTextLine } from '@ringwell/domain/calls/call-words';
import { toOneLine } from '@ringwell/domain/text/plain-text';
import { truncateText } from '@ringwell/domain/text/truncate-text';

import { callLine, CALL_SCHEMA, toCallData } from './call-data';

// Only user-edited text can be longer. It is truncated.
const MAX_SUMMARY_LENGTH = 600;

/** A call with the contents of its note. */
export const ANNOTATED_CALL_SCHEMA = CALL_SCHEMA.extend({
  summary: z.string().nullable(),
  followUp: z.string().nullable().describe('The follow-up that the company owes the customer, if any.'),
  bookingFact: z.string().nullable().describe('The job in ServiceTitan that resulted from the call.'),
});

export type AnnotatedCall = z.input<typeof ANNOTATED_CALL_SCHEMA>;

export function toAnnotatedCall(
  call: ListedCall,
  timeZone: string,
  links: Parameters<typeof toCallData>[2],
): AnnotatedCall {
  const callText = getListedCallText(call);
  const shorten = (text: string | null): string | null => text && truncateText(toOneLine(text), MAX_SUMMARY_LENGTH);
  return {
    ...toCallData(call, timeZone, links),
    summary: callText && (shorten(formatCallTextLine(callText)) || null),
    followUp: callText && shorten(callText.instruction),
    bookingFact: call.bookingFact && toOneLine(bookingFactLine(call.bookingFact)),
  };
}

export function annotatedCallText(
  call: ListedCall,
  { id, link, summary, followUp, bookingFact }: AnnotatedCall,
  timeZone: string,
  extraLines: readonly string[] = [],
): string {
  return [
    callLine(call, timeZone),
    ...(summary === null ? [] : [summary]),
    ...(followUp === null ? [] : [`To do: ${followUp}`]),
    ...(bookingFact === null ? [] : [bookingFact]),
    ...extraLines,
    `id ${id}, ${link}`,
  ].join('\n');
}
