import type { Analysis } from './analysis';
import type { CallDirection } from './call';
import { describeCallLabel } from './call-label';

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

/**
 * The note of a call as text. It names a guess as such; where to hear the recording, the sender adds.
 * @param when time and length of the call, as text
 * @param agentName who spoke for the company
 */
export function formatCallNote(
  analysis: Pick<Analysis, 'sentiment' | 'needsReview' | 'reviewReason' | 'summary' | 'keyPoints' | 'followUp'> & {
    isCorrected?: boolean;
  },
  caller: Caller,
  when?: string,
  agentName: string | null = null,
): string {
  const { summary, keyPoints, followUp } = analysis;
  const who = [caller.name, caller.phone].filter(Boolean).join(', ') || 'Unknown';
  return [
    `Call From: ${who}`,
    ...(when === undefined ? [] : [`Call Time: ${when}`]),
    ...(agentName === null ? [] : [`Agent: ${agentName}`]),
    `Customer Happiness: ${describeCallLabel(analysis)}`,
    '',
    summary,
    ...(keyPoints.length > 0 ? ['', 'Key Points:', ...keyPoints.map((point) => `- ${point}`)] : []),
    ...(followUp.needed ? ['', `Follow-up: ${followUp.what ?? 'needed'}`] : []),
  ].join('\n');
}
