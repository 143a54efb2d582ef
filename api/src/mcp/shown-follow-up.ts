import { DateTime } from 'luxon';
import { z } from 'zod';

import { formatPhone } from '@ringwell/domain/customers/phone';
import { FOLLOW_UP_KIND_NAMES, FOLLOW_UP_OUTCOME_NAMES } from '@ringwell/domain/follow-ups/follow-up';
import { formatTime } from '@ringwell/domain/time';
import { getPublicUrl } from '@ringwell/platform/config/public-url';
import type { Config } from '@ringwell/platform/config/settings';

import type { ShownFollowUp } from '../follow-ups/follow-ups.service';
import { onOneLine } from './call-text-fence';

export const SHOWN_FOLLOW_UP = z.object({
  id: z.string(),
  link: z.string().describe('The page of the follow-up.'),
  kind: z
    .string()
    .describe(
      'unhappy, lead (did not book), rule, promise (the office owes something), voicemail, or review (needs a listen).',
    ),
  state: z.string().describe('open, in_progress (someone has it), done or dismissed.'),
  outcome: z.string().nullable().describe('How the follow-up ended.'),
  due: z.string().describe('ISO 8601, in the time zone of the account.'),
  isOverdue: z.boolean(),
  customerName: z.string().nullable(),
  customerNumber: z.string().nullable(),
  calls: z.number().describe('How often the customer has called about it.'),
  assignee: z.string().nullable().describe('Who has taken it.'),
  why: z.string().describe('On one line.'),
  quotedWords: z.string().nullable(),
  callId: z.string().describe('The deciding call, for get_call.'),
});

type Links = Pick<Config, 'PUBLIC_URL' | 'PORT'>;

export function shownFollowUp(
  followUp: ShownFollowUp,
  timeZone: string,
  links: Links,
): z.input<typeof SHOWN_FOLLOW_UP> {
  const { id, kind, state, outcome, dueAt, isOverdue, customer, callCount, assignee, takenBy, why, quote } = followUp;
  return {
    id,
    link: `${getPublicUrl(links)}/follow-ups/${id}`,
    kind,
    state,
    outcome,
    due: DateTime.fromISO(dueAt).setZone(timeZone).toISO({ suppressMilliseconds: true }) ?? '',
    isOverdue,
    customerName: customer.name && onOneLine(customer.name),
    customerNumber: customer.phone && onOneLine(customer.phone),
    calls: callCount,
    assignee: assignee?.name ?? takenBy,
    why: onOneLine(why),
    quotedWords: quote && onOneLine(quote.text),
    callId: followUp.callId,
  };
}

/** Two lines: customer, reason, due time, assignee; and where to read more. */
export function followUpText(followUp: ShownFollowUp, timeZone: string, links: Links): string {
  const { kind, customer, callCount, why, quote } = followUp;
  const who = [customer.name, customer.phone && formatPhone(customer.phone)].filter(Boolean).join(', ');
  const line = [
    FOLLOW_UP_KIND_NAMES[kind],
    who || 'Unknown customer',
    why,
    quote && `"${quote.text}"`,
    callCount > 1 && `${callCount} calls`,
    ...progressOf(followUp, timeZone),
  ];
  const { id, link } = shownFollowUp(followUp, timeZone, links);
  return `${onOneLine(line.filter(Boolean).join(' | '))}\nid ${id}, ${link}`;
}

function progressOf(followUp: ShownFollowUp, timeZone: string): string[] {
  const { dueAt, isOverdue, closedAt, outcome, assignee, takenBy } = followUp;
  if (closedAt !== null) {
    const how = outcome === null ? 'Dismissed' : FOLLOW_UP_OUTCOME_NAMES[outcome];
    return [`${how}, closed ${formatTime(new Date(closedAt), timeZone, 'dateTime')}`];
  }
  const has = assignee?.name ?? takenBy;
  return [
    `${isOverdue ? 'overdue since' : 'due'} ${formatTime(new Date(dueAt), timeZone, 'dateTime')}`,
    has ? `${has} has it` : 'no one has it',
  ];
}
