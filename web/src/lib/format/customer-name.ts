import { formatPhone } from '@ringwell/domain/customers/phone';

interface NamedCustomer {
  name: string | null;
  phone: string | null;
  /** The sender's ID for a customer without a number. */
  reference: string | null;
}

/** Display name of a customer: the name, or else the sender's ID, or else the number. */
export function customerName({ name, phone, reference }: NamedCustomer): string {
  return name ?? reference ?? (phone === null ? 'Unknown customer' : formatPhone(phone));
}
