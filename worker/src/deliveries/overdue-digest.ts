import type { FollowUpNotice } from '@ringwell/database/follow-ups/follow-up-notices.repository';
import { CALL_FLAG_NAMES } from '@ringwell/domain/calls/call-flags';
import { formatPhone } from '@ringwell/domain/customers/phone';
import { formatDelay } from '@ringwell/domain/follow-ups/due-text';
import { isWaiting } from '@ringwell/domain/follow-ups/follow-up';

// The list is short because messages are read on phones. The app shows all follow-ups.
const MAX_ITEMS = 10;

/** A customer who is still waiting. Strings are raw; each channel escapes them. */
export interface OverdueItem {
  /** The customer's name, the number if there is no name, or a placeholder. */
  who: string;
  /** Formatted number; null when `who` is the number. */
  phone: string | null;
  why: string;
  /** Text such as `2 hours overdue`. */
  delay: string;
  /** Text such as `Dana Reyes has it` or `No one has it yet`. */
  handler: string;
  url: string;
  /** Link that takes the follow-up without signing in; null when someone has taken it. */
  takeUrl: string | null;
}

/** Contents of an overdue follow-up digest, shared by all channels. */
export interface OverdueDigest {
  title: string;
  items: readonly OverdueItem[];
  /** Number of other customers waiting. */
  moreCount: number;
  link: { url: string; text: string };
}

interface DigestLinks {
  publicUrl: string;
  takeUrl: (followUpId: string) => string;
}

/**
 * @param notices from one escalation, overdue by PostgreSQL's clock regardless of this machine's clock
 * @returns null if no customers are waiting anymore
 */
export function buildOverdueDigest(
  notices: readonly FollowUpNotice[],
  now: Date,
  { publicUrl, takeUrl }: DigestLinks,
): OverdueDigest | null {
  const overdueNotices = notices.filter(({ state, snoozedUntil }) => isWaiting(state) && snoozedUntil === null);
  if (overdueNotices.length === 0) return null;
  return {
    title:
      overdueNotices.length === 1
        ? '1 customer is still waiting for a call'
        : `${overdueNotices.length} customers are still waiting for a call`,
    items: overdueNotices.slice(0, MAX_ITEMS).map((notice) => {
      const { name, phone } = notice.customer;
      const number = phone === null ? null : formatPhone(phone);
      const handler = handlerName(notice);
      return {
        who: name ?? number ?? 'An unknown customer',
        phone: name === null ? null : number,
        why: notice.isDanger ? `${CALL_FLAG_NAMES.danger}: ${notice.why}` : notice.why,
        delay: `${formatDelay(now.getTime() - notice.dueAt.getTime())} overdue`,
        handler: handler === null ? 'No one has it yet' : `${handler} has it`,
        url: `${publicUrl}/follow-ups/${notice.id}`,
        takeUrl: handler === null ? takeUrl(notice.id) : null,
      };
    }),
    moreCount: Math.max(overdueNotices.length - MAX_ITEMS, 0),
    link: { url: `${publicUrl}/follow-ups`, text: 'Open follow-ups' },
  };
}

/** Who has taken a follow-up: a member, or someone with a link. */
export function handlerName({ assignee, takenBy }: Pick<FollowUpNotice, 'assignee' | 'takenBy'>): string | null {
  return assignee?.name ?? takenBy;
}
