import { z } from 'zod';

import { MAX_COUNTED_CALLS } from '@ringwell/database/customers/customer-standings.repository';
import { CUSTOMER_RISK_NAMES } from '@ringwell/domain/customers/customer';
import { formatPhone } from '@ringwell/domain/customers/phone';
import { toOneLine } from '@ringwell/domain/text/plain-text';
import type { Config } from '@ringwell/platform/config/environment-settings';
import { getPublicUrl } from '@ringwell/platform/config/public-url';

import type { CustomerView } from '../customers/customers.service';
import { localTime } from './call-data';

export const CUSTOMER_SCHEMA = z.object({
  id: z.string().describe('For customer_brief and list_calls.'),
  link: z.string().describe("Link to the customer's page."),
  name: z.string().nullable(),
  phones: z.array(z.string()),
  lastCall: z.string().nullable().describe("ISO 8601, in the account's time zone."),
  calls: z.number().describe(`Number of calls in the last 90 days, up to ${MAX_COUNTED_CALLS}.`),
  label: z.string().nullable().describe('Label of the latest call, not counting calls whose label is only a guess.'),
  risks: z.array(z.string()).describe('Reasons why the company may lose the customer.'),
  followUpId: z.string().nullable().describe('The waiting follow-up, for take_follow_up.'),
});

export type CustomerData = z.input<typeof CUSTOMER_SCHEMA>;

export function toCustomerData(
  { id, name, phones, lastCalledAt, recentCalls, label, risks, followUpId }: CustomerView,
  timeZone: string,
  links: Pick<Config, 'PUBLIC_URL' | 'PORT'>,
): CustomerData {
  return {
    id,
    link: `${getPublicUrl(links)}/customers/${id}`,
    name: name && toOneLine(name),
    phones,
    lastCall: lastCalledAt && localTime(lastCalledAt, timeZone),
    calls: recentCalls,
    label,
    risks: risks.map(({ kind }) => CUSTOMER_RISK_NAMES[kind]),
    followUpId,
  };
}

/** Formats a customer as two lines: name, mood and waiting follow-up; then a link. */
export function customerText({ id, link, name, phones, calls, label, risks, followUpId }: CustomerData): string {
  const parts = [
    [name, ...phones.map(formatPhone)].filter(Boolean).join(', ') || 'Unknown customer',
    label && `last ${label}`,
    risks.length > 0 && `at risk: ${risks.join('; ')}`,
    `calls in 90 days: ${calls}${calls === MAX_COUNTED_CALLS ? '+' : ''}`,
    followUpId !== null && `follow-up ${followUpId}`,
  ];
  return toOneLine(parts.filter(Boolean).join(' | ')) + `\nid ${id}, ${link}`;
}
