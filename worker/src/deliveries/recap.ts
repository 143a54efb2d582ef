import { alertTitle } from '@ringwell/domain/calls/alert-title';
import { CALL_DIRECTION_NAMES, callTime } from '@ringwell/domain/calls/call';
import { callLabel, describeCallLabel, type CallLabel } from '@ringwell/domain/calls/call-label';
import { getCaller } from '@ringwell/domain/calls/call-note';
import { getCallText, formatCallText, getNextStep, listFlagQuotes } from '@ringwell/domain/calls/call-words';
import { formatPhone } from '@ringwell/domain/customers/phone';
import { readHiddenDetails, hideCustomer } from '@ringwell/domain/deliveries/hidden-details';
import { toOneLine } from '@ringwell/domain/text/plain-text';
import { DEFAULT_TIME_ZONE, formatDuration, formatTime } from '@ringwell/domain/time';
import { hideDetails } from '@ringwell/rules/hidden-details/hide-details';

import { MessageSuppressed, type CallBackNotice, type DeliveryMessage } from './delivery-channel';

/** Contents of an alert, shared by all channels, without hidden details. Strings are raw; each channel escapes them. */
export interface Recap {
  isAlert: boolean;
  look: CallLabel;
  /** Includes the guess if the call needs review. */
  label: string;
  title: string;
  /** The customer's name, the number if there is no name, or a placeholder. */
  who: string;
  /** Formatted number: `(555) 123-4567`. */
  phone: string | null;
  /** Number as sent with the call. */
  rawPhone: string | null;
  agent: string | null;
  direction: string | null;
  /** When the call took place (or arrived), in the account's time zone: `Tue, Mar 31, 10:12 AM EDT`. */
  when: string;
  /** `m:ss`, or `h:mm:ss` for one hour or more. */
  length: string;
  /** The summary, or the topic and quotes, each on its own line. */
  summary: string;
  /** Facts that are not in the summary. */
  keyPoints: readonly string[];
  followUp: string | null;
  /** Flags found in the customer's words, quoted unless the transcript was deleted. */
  flags: readonly { name: string; quote: string }[];
  callBack: CallBackNotice | null;
  link: { url: string; text: string };
}

/** @throws MessageSuppressed `CALL_WITHOUT_RESULT` */
export function buildRecap(
  { call, customerName, agentName, settings, result, correction, callBack }: DeliveryMessage,
  publicUrl: string,
): Recap {
  if (!result?.transcript)
    throw new MessageSuppressed({
      code: 'CALL_WITHOUT_RESULT',
      message: 'This call has no result to send. If its recording is still available, reprocess the call.',
    });
  const { analysis } = result;
  const { needsReview } = analysis;
  const callText = getCallText(analysis);
  const nextStep = getNextStep(analysis);
  const caller = getCaller({ ...call, customerName });
  const hiddenDetails = readHiddenDetails(settings);
  const { name: rawName, phone: rawPhone } = hideCustomer(caller, hiddenDetails);
  const name = toOneLine(rawName ?? '') || null; // may consist of invisible characters
  const hide = (text: string): string =>
    hideDetails(text, hiddenDetails, { customers: [customerName, call.customerName], agent: agentName });
  const phone = rawPhone === null ? null : formatPhone(rawPhone);
  return {
    isAlert: callLabel(analysis) === 'negative',
    look: callLabel(analysis),
    label: describeCallLabel({ ...analysis, isCorrected: correction !== null }),
    title: alertTitle(analysis, name ?? phone),
    who: name ?? phone ?? 'Unknown customer',
    phone,
    agent: agentName,
    rawPhone,
    direction: call.direction && CALL_DIRECTION_NAMES[call.direction],
    when: formatTime(callTime(call), settings.timeZone ?? DEFAULT_TIME_ZONE, 'dateTime'),
    length: formatDuration(Number(result.transcript.durationSeconds)),
    summary: hide(formatCallText(callText)),
    keyPoints: callText.points.map(hide),
    followUp: nextStep && hide(nextStep),
    flags: listFlagQuotes(analysis).map(({ name, quote }) => ({ name, quote: hide(quote) })),
    callBack,
    link: { url: `${publicUrl}/calls/${call.id}`, text: needsReview ? 'Listen to the call' : 'Open the call' },
  };
}
