import { formatPhone } from '@ringwell/domain/customers/phone';

import type { Customer } from '../../api/types';
import * as shared from '../../lib/format/customer-name';

type NamedCustomer = Pick<Customer, 'name' | 'phones' | 'references'>;

/** A customer's display name: the name, or else the first number, or else a sender's ID. */
export function customerName({ name, phones, references }: NamedCustomer): string {
  const phone = phones[0] ?? null;
  return shared.customerName({ name, phone, reference: phone === null ? (references[0] ?? null) : null });
}

/** The numbers and the senders' IDs, except the one used as the name. */
export function otherNumbers(customer: NamedCustomer): string[] {
  const name = customerName(customer);
  return [...customer.phones.map(formatPhone), ...customer.references].filter((number) => number !== name);
}
