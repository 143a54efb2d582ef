import type { CallDirection } from '@ringwell/domain/call';
import { getCaller } from '@ringwell/domain/call-note';

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

/** +15551234567 → (555) 123-4567; international numbers are left unchanged. */
export function formatPhone(phone: string): string {
  const [, area, exchange, line] = /^(?:\+?1)?(\d{3})(\d{3})(\d{4})$/.exec(phone) ?? [];
  return area === undefined ? phone : `(${area}) ${exchange}-${line}`;
}
