import { formatPhone } from '@ringwell/domain/phone';

import type { Customer } from '../../api/types';
import { CUSTOMERS_COPY } from './customers-copy';

type Named = Pick<Customer, 'name' | 'phones' | 'references'>;

/** What a customer is called: the name, or else the first number. */
export function customerName({ name, phones: [phone], references: [reference] }: Named): string {
  if (name !== null) return name;
  return phone === undefined ? (reference ?? CUSTOMERS_COPY.unknown) : formatPhone(phone);
}

/** The numbers, without the one that stands for the name. */
export function otherNumbers(customer: Named): string[] {
  const shown = customerName(customer);
  return [...customer.phones.map(formatPhone), ...customer.references].filter((number) => number !== shown);
}
