import { z } from 'zod';

import type { ListedCall } from '@ringwell/database/calls/call-lists.repository';
import { bookingFactLine } from '@ringwell/domain/calls/booking-fact';
import { listedWords, wordsLine } from '@ringwell/domain/calls/call-words';
import { truncateText } from '@ringwell/domain/text/truncate-text';

import { onOneLine } from './call-text-fence';
import { callLine, SHOWN_CALL, shownCall } from './shown-call';

// Notes written by people may be longer.
const MAX_SUMMARY_LENGTH = 600;

/** A call with the contents of its note. */
export const NOTED_CALL = SHOWN_CALL.extend({
  summary: z.string().nullable(),
  followUp: z.string().nullable().describe('The follow-up that the company owes the customer, if any.'),
  bookingFact: z.string().nullable().describe('The job in ServiceTitan that resulted from the call.'),
});

export type NotedCall = z.input<typeof NOTED_CALL>;

export function notedCall(call: ListedCall, timeZone: string, links: Parameters<typeof shownCall>[2]): NotedCall {
  const words = listedWords(call);
  const shown = (text: string | null): string | null => text && truncateText(onOneLine(text), MAX_SUMMARY_LENGTH);
  return {
    ...shownCall(call, timeZone, links),
    summary: words && (shown(wordsLine(words)) || null),
    followUp: words && shown(words.instruction),
    bookingFact: call.bookingFact && onOneLine(bookingFactLine(call.bookingFact)),
  };
}

/** @param further the lines after the note */
export function notedCallText(
  call: ListedCall,
  { id, link, summary, followUp, bookingFact }: NotedCall,
  timeZone: string,
  further: readonly string[] = [],
): string {
  return [
    callLine(call, timeZone),
    ...(summary === null ? [] : [summary]),
    ...(followUp === null ? [] : [`To do: ${followUp}`]),
    ...(bookingFact === null ? [] : [bookingFact]),
    ...further,
    `id ${id}, ${link}`,
  ].join('\n');
}
