import type { NewMail } from '@ringwell/database/deliveries/mails.repository';
import { OVERAGE_TENTHS_OF_CENT } from '@ringwell/domain/billing/plans';
import type { MinuteAllowance, UsageNoticeLevel } from '@ringwell/domain/billing/usage-notice-levels';
import { plural } from '@ringwell/domain/text/plural';
import { formatTime } from '@ringwell/domain/time';

import { noticeMail, type NoticeFacts } from '../../mail/notice-mail';

export interface UsageNoticeFacts extends NoticeFacts {
  level: UsageNoticeLevel;
  usedMinutes: number;
  allowance: MinuteAllowance;
  resetsAt: Date;
  timeZone: string;
}

export function usageNoticeEmail(facts: UsageNoticeFacts): Omit<NewMail, 'recipient'> {
  const { productName, publicUrl, accountName: name, level, usedMinutes, allowance, resetsAt, timeZone } = facts;
  const allowed = formatMinutes(allowance.minutes);
  const source = allowance.kind === 'limit' ? `your ${allowed}-minute limit` : `the ${allowed} minutes in your plan`;
  const portion = level === 100 ? `all of ${source}` : `at least ${level}% of ${source}`;
  const paragraphs = [
    `You've used ${plural(Math.floor(usedMinutes), 'minute')} this month in the account ${name}. That's ${portion}. ` +
      `Your usage resets on ${formatTime(resetsAt, timeZone, 'date')}.`,
    describeConsequence(allowance, level),
    `View your usage or change your limit on your dashboard under "Usage Limits": ${publicUrl}/`,
  ];
  const subject =
    level === 100
      ? `You've used all ${allowed} ${productName} minutes this month`
      : `You've used ${level}% of your ${allowed} ${productName} minutes this month`;
  return noticeMail(facts, subject, paragraphs);
}

function describeConsequence({ kind }: MinuteAllowance, level: UsageNoticeLevel): string {
  const price = `$${(OVERAGE_TENTHS_OF_CENT / 1_000).toFixed(3)}`;
  if (kind === 'limit') {
    return level === 100
      ? 'New calls will be saved but not processed until then. To keep processing calls, raise or turn off your limit.'
      : 'At 100%, new calls will be saved but not processed until then.';
  }
  return level === 100
    ? `We'll keep processing your calls at ${price} per extra minute this month. To avoid extra charges, set a limit.`
    : `At 100%, we'll keep processing your calls at ${price} per extra minute. To avoid extra charges, set a limit.`;
}

function formatMinutes(minutes: number): string {
  return Math.floor(minutes).toLocaleString('en-US');
}
