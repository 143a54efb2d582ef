import { callTime } from '@ringwell/domain/calls/call';
import { formatCallNote, getCaller } from '@ringwell/domain/calls/call-note';
import { cleanText, toOneLine } from '@ringwell/domain/text/plain-text';
import { truncateText } from '@ringwell/domain/text/truncate-text';
import { DEFAULT_TIME_ZONE, formatTime } from '@ringwell/domain/time';

import type { DeliveryMessage } from '../../delivery-channel';
import { buildRecap } from '../../recap';

// ServiceTitan doesn't document a limit. This one counts UTF-16 code units.
const MAX_NOTE_LENGTH = 4_000;

const REPROCESSED_TITLE = 'Updated note (call was reprocessed).';
const EDITED_TITLE = 'Updated note (its details were edited).';

/**
 * A note as plain text. The last line is the marker used to look it up.
 * @throws MessageSuppressed like `buildRecap`
 */
export function noteText(
  message: DeliveryMessage,
  context: { productName: string; publicUrl: string; hasEarlierNote: boolean },
): string {
  const { call, customerName, delivery, settings, result, correction } = message;
  const { link, length, callBack } = buildRecap(message, context.publicUrl);
  const caller = getCaller({ ...call, customerName });
  const when = formatTime(callTime(call), settings.timeZone ?? DEFAULT_TIME_ZONE, 'fullDateTime'); // notes are read for years
  const note = result
    ? formatCallNote(
        { ...result.analysis, isCorrected: correction !== null },
        { ...caller, name: caller.name && toOneLine(caller.name), phone: caller.phone && toOneLine(caller.phone) },
        `${when} (${length})`,
        message.agentName && toOneLine(message.agentName),
      )
    : '';
  const title = delivery.event !== null ? EDITED_TITLE : context.hasEarlierNote ? REPROCESSED_TITLE : null;
  const contents = cleanText([...(title === null ? [] : [title, '']), note].join('\n'));
  const callBackLine = callBack ? `\n${[callBack.text, callBack.url].filter(Boolean).join(': ')}` : '';
  const suffix = `\n${callBackLine}\n${result?.analysis.needsReview ? link.text : 'Call'}: ${link.url}\n[${context.productName} ${noteMarker(message)}`;
  return truncateText(contents, MAX_NOTE_LENGTH - suffix.length) + suffix;
}

/** The end of the note's last line, unique to a run or edit of a call and independent of the product's name. */
export function noteMarker({ delivery, call }: Pick<DeliveryMessage, 'delivery' | 'call'>): string {
  const edit = delivery.event === null ? '' : ` edit ${delivery.id}`;
  return `call ${call.id} run ${delivery.runNumber}${edit}]`;
}
