import type { CallDirection } from '@ringwell/domain/call';
import { getCaller, type Caller } from '@ringwell/domain/call-note';
import { formatPhone } from '@ringwell/domain/phone';

interface CallParties {
  direction: CallDirection | null;
  customerName: string | null;
  from: string | null;
  to: string | null;
}

export interface OtherParty {
  title: string;
  phone: string | null;
}

export function otherParty({ direction, customerName, from, to }: CallParties): OtherParty {
  const { name, phone } = getCaller({ direction, customerName, fromNumber: from, toNumber: to });
  return { title: name ?? (phone === null ? 'Unknown customer' : formatPhone(phone)), phone };
}

/** The person named in a note, with a readable number. */
export function noteCaller(call: CallParties): Caller {
  const { title, phone } = otherParty(call);
  return phone === null ? { name: title, phone } : { name: call.customerName, phone: formatPhone(phone) };
}
