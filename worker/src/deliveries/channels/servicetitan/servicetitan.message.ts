import { formatCallNote, getCaller } from '@ringwell/domain/call-note';

import type { DeliveryMessage } from '../../delivery-channel';
import { recapOf } from '../../recap';
import { shortened } from '../../shortened';

/** ServiceTitan names no limit; so much is still read. In characters (UTF-16 code units). */
const MAX_NOTE_LENGTH = 4_000;

const REPLACES = 'This note replaces the earlier one of this call, which was processed again.';

/**
 * A call as a note in plain text: what is told of it, a link to it, and in the last line the words by which the note is found again.
 * @param names the product's name and its public address @throws as `recapOf`
 */
export function noteText(message: DeliveryMessage, names: { productName: string; publicUrl: string }): string {
  const { call, delivery, result } = message;
  const { url } = recapOf(message, names.publicUrl);
  const caller = getCaller(call);
  const note = result
    ? formatCallNote(result.analysis, { name: inOneLine(caller.name), phone: inOneLine(caller.phone) })
    : '';
  const told = withoutControls([...(delivery.runNumber > 1 ? [REPLACES, ''] : []), note].join('\n'));
  const end = `\n\nCall: ${url}\n[${names.productName} ${markerOf(message)}`;
  return shortened(told, MAX_NOTE_LENGTH - end.length) + end;
}

/** The end of the note's last line, which no other note has: that of one run of one call. The product's name may change; this stays. */
export function markerOf({ delivery, call }: Pick<DeliveryMessage, 'delivery' | 'call'>): string {
  return `call ${call.id} run ${delivery.runNumber}]`;
}

/** A line of its own in a name would look like one of the note's. */
function inOneLine(text: string | null): string | null {
  return text && text.replace(/\s+/g, ' ').trim();
}

function withoutControls(text: string): string {
  return text.replace(/(?!\n)\p{Cc}/gu, ' ');
}
