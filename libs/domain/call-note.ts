import type { Analysis } from './analysis';
import type { CallDirection } from './call';
import { SENTIMENT_LABELS } from './sentiment';

/** The customer of a call, who placed or received it. */
export interface Caller {
  name: string | null;
  phone: string | null;
}

export function getCaller(call: {
  direction: CallDirection | null;
  customerName: string | null;
  fromNumber: string | null;
  toNumber: string | null;
}): Caller {
  return { name: call.customerName, phone: call.direction === 'outbound' ? call.toNumber : call.fromNumber };
}

export function formatCallNote(
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
