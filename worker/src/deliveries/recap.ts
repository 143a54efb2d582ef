import type { Call } from '@ringwell/database/calls/call.entity';
import { getCaller } from '@ringwell/domain/call-note';
import { SENTIMENT_LABELS, type Sentiment } from '@ringwell/domain/sentiment';

import { MessageSuppressed, type DeliveryMessage } from './delivery-channel';

/** What people are told of a call, whatever the channel. All texts are as they were said or sent to us: each channel escapes them for itself. */
export interface Recap {
  /** Of an unhappy customer: to be seen first, and to look so. */
  isAlert: boolean;
  sentiment: Sentiment;
  /** The label in the words people see. */
  label: string;
  /** One line: what this is about. */
  title: string;
  /** The customer's name, or number, or a word for neither. */
  who: string;
  /** The customer's number. */
  phone: string | null;
  /** For example `Inbound`; null when nobody said. */
  direction: string | null;
  /** When the call took place, or came to us: for example `31 Mar 2026, 14:12 UTC`. */
  when: string;
  /** For example `4 min 12 s`. */
  length: string;
  summary: string;
  keyPoints: readonly string[];
  /** What is still to be done; null when nothing is. */
  followUp: string | null;
  /** The call in the web app; who is not signed in signs in first. */
  url: string;
}

const DIRECTIONS = { inbound: 'Inbound', outbound: 'Outbound' } as const;
const WHEN = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  timeZone: 'UTC',
});

/** @param publicUrl see `publicUrlOf` @throws MessageSuppressed `CALL_WITHOUT_RESULT` */
export function recapOf({ call, result }: DeliveryMessage, publicUrl: string): Recap {
  if (!result)
    throw new MessageSuppressed({
      code: 'CALL_WITHOUT_RESULT',
      message: 'This call has no result to tell of. Process it again if its recording is still there.',
    });
  const { sentiment, summary, keyPoints, followUp } = result.analysis;
  const { name, phone } = getCaller(call);
  const who = name ?? phone ?? 'an unknown caller';
  return {
    isAlert: sentiment === 'negative',
    sentiment,
    label: SENTIMENT_LABELS[sentiment],
    title: sentiment === 'negative' ? `Unhappy customer: ${who}` : `${SENTIMENT_LABELS[sentiment]} call with ${who}`,
    who,
    phone,
    direction: call.direction && DIRECTIONS[call.direction],
    when: `${WHEN.format(momentOf(call))} UTC`,
    length: lengthText(Number(result.transcript.durationSeconds)),
    summary,
    keyPoints,
    followUp: followUp.needed ? (followUp.what ?? 'Needed') : null,
    url: `${publicUrl}/calls/${call.id}`,
  };
}

function momentOf({ occurredAt, createdAt }: Pick<Call, 'occurredAt' | 'createdAt'>): Date {
  return occurredAt ?? createdAt;
}

/** @param seconds of the recording */
function lengthText(seconds: number): string {
  const whole = Math.round(seconds);
  const minutes = Math.floor(whole / 60);
  return minutes === 0 ? `${whole} s` : `${minutes} min ${whole % 60} s`;
}
