import type { Analysis } from './analysis';
import type { CallDirection } from './call';
import { SENTIMENT_LABELS } from './sentiment';

/** The other side of a call: who called the company, or whom it called. */
export interface Caller {
  name: string | null;
  phone: string | null;
}

export function callerOf(call: {
  direction: CallDirection | null;
  customerName: string | null;
  fromNumber: string | null;
  toNumber: string | null;
}): Caller {
  return { name: call.customerName, phone: call.direction === 'outbound' ? call.toNumber : call.fromNumber };
}

/** A call as a note: who, label, summary, key points, and what is still to be done. */
export function callNote(
  { sentiment, summary, keyPoints, followUp }: Pick<Analysis, 'sentiment' | 'summary' | 'keyPoints' | 'followUp'>,
  caller: Caller,
): string {
  const who = [caller.name, caller.phone].filter(Boolean).join(', ') || 'Unknown';
  return [
    `Call From: ${who}`,
    `Customer Happiness: ${SENTIMENT_LABELS[sentiment]}`,
    '',
    summary,
    ...(keyPoints.length > 0 ? ['', 'Key Points:', ...keyPoints.map((point) => `- ${point}`)] : []),
    ...(followUp.needed ? ['', `Follow-up: ${followUp.what ?? 'needed'}`] : []),
  ].join('\n');
}
