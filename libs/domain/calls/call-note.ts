import { isWithheld, WITHHELD } from '../customers/phone';
import type { Analysis } from './analysis';
import type { CallDirection } from './call';
import { describeCallLabel } from './call-label';
import { getCallText, formatCallText, getNextStep, listFlagQuotes, type CallTextSource } from './call-words';

export interface Caller {
  name: string | null;
  phone: string | null;
  /** Outbound if the company called this person. */
  direction?: CallDirection | null;
}

export function getCaller(call: {
  direction: CallDirection | null;
  customerName: string | null;
  fromNumber: string | null;
  toNumber: string | null;
}): Caller {
  const { direction } = call;
  return { name: call.customerName, phone: direction === 'outbound' ? call.toNumber : call.fromNumber, direction };
}

/**
 * Formats a call's note as text. The sender appends the link to the recording.
 * @param timeText the call's time and length, as text
 */
export function formatCallNote(
  analysis: CallTextSource & Partial<Pick<Analysis, 'flags'>> & { isCorrected?: boolean },
  caller: Caller,
  timeText?: string,
  agentName: string | null = null,
): string {
  const callText = getCallText(analysis);
  const formattedText = formatCallText(callText);
  const nextStep = getNextStep(analysis);
  const phone = caller.phone !== null && isWithheld(caller.phone) ? WITHHELD : caller.phone;
  const customerText = [caller.name, phone].filter(Boolean).join(', ') || 'Unknown';
  return [
    `Call ${caller.direction === 'outbound' ? 'With' : 'From'}: ${customerText}`,
    ...(timeText === undefined ? [] : [`Call Time: ${timeText}`]),
    ...(agentName === null ? [] : [`Agent: ${agentName}`]),
    `Customer Happiness: ${describeCallLabel(analysis)}`,
    ...listFlagQuotes(analysis).map(({ name, quote }) => `${name}: ${quote}`),
    ...(formattedText === '' ? [] : ['', formattedText]),
    ...(callText.points.length === 0 ? [] : ['', ...callText.points.map((point) => `- ${point}`)]),
    ...(nextStep === null ? [] : ['', `Follow-up: ${nextStep}`]),
  ].join('\n');
}
