import type { CallDirection } from '@ringwell/domain/call';
import { getCaller } from '@ringwell/domain/call-note';

interface CallSides {
  direction: CallDirection | null;
  customerName: string | null;
  from: string | null;
  to: string | null;
}

export interface Party {
  /** Name, else number, else a word for nobody known. */
  title: string;
  phone: string | null;
}

/** The other side of a call, as a screen names it. */
export function partyOf({ direction, customerName, from, to }: CallSides): Party {
  const { name, phone } = getCaller({ direction, customerName, fromNumber: from, toNumber: to });
  return { title: name ?? (phone === null ? 'Unknown caller' : formatPhone(phone)), phone };
}

/** +15551234567 → (555) 123-4567; numbers of other countries stay as they are. */
export function formatPhone(phone: string): string {
  const [, area, exchange, line] = /^(?:\+?1)?(\d{3})(\d{3})(\d{4})$/.exec(phone) ?? [];
  return area === undefined ? phone : `(${area}) ${exchange}-${line}`;
}
