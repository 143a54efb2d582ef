import type { CallDirection } from '@ringwell/domain/calls/call';
import { getCaller, type Caller } from '@ringwell/domain/calls/call-note';
import { formatPhone, isWithheld, WITHHELD } from '@ringwell/domain/customers/phone';

interface CallParties {
  /** Name the account gave the customer. */
  customer?: { name: string | null } | null;
  direction: CallDirection | null;
  customerName: string | null;
  from: string | null;
  to: string | null;
}

export interface OtherParty {
  title: string;
  /** Null if the customer cannot be called, such as when the number is withheld. */
  phone: string | null;
}

export function otherParty({ customer, direction, customerName, from, to }: CallParties): OtherParty {
  const { name, phone } = getCaller({
    direction,
    customerName: customer?.name ?? customerName,
    fromNumber: from,
    toNumber: to,
  });
  if (phone !== null && isWithheld(phone)) return { title: name ?? WITHHELD, phone: null };
  return { title: name ?? (phone === null ? 'Unknown customer' : formatPhone(phone)), phone };
}

/** The person named in a note, with a formatted number. */
export function getNoteCaller(call: CallParties): Caller {
  const { title, phone } = otherParty(call);
  const { direction } = call;
  if (phone === null) return { name: title, phone, direction };
  return { name: call.customer?.name ?? call.customerName, phone: formatPhone(phone), direction };
}
