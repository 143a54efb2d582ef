import type { NewMail } from '@ringwell/database/deliveries/mails.repository';
import { OVERAGE_TENTHS_OF_CENT } from '@ringwell/domain/plans';
import type { MinuteAllowance, UsageNoticeLevel } from '@ringwell/domain/usage-notice-levels';

/** What a notice tells. */
export interface UsageNoticeFacts {
  productName: string;
  /** Where people reach the product, without a slash at the end. */
  publicUrl: string;
  firstName: string | null;
  level: UsageNoticeLevel;
  usedMinutes: number;
  allowance: MinuteAllowance;
  /** When the count starts again. */
  resetsAt: Date;
}

/** Tells somebody how much of the month's minutes are used, and what happens when they are used up. */
export function usageNoticeMail({
  productName,
  publicUrl,
  firstName,
  level,
  usedMinutes,
  allowance,
  resetsAt,
}: UsageNoticeFacts): Omit<NewMail, 'recipient'> {
  const allowed = inWords(allowance.minutes);
  const whose =
    allowance.kind === 'limit' ? `your limit of ${allowed} minutes` : `the ${allowed} minutes your plan includes`;
  const body = [
    firstName ? `Hello ${firstName},` : 'Hello,',
    '',
    `You have used ${inWords(usedMinutes)} minutes this month, which is ${level === 100 ? `all of ${whose}` : `at least ${level}% of ${whose}`}. ` +
      `The count starts again on ${dateInWords(resetsAt)} (${resetsAt.toISOString().slice(11, 16)} UTC).`,
    '',
    whatHappens(allowance, level),
    '',
    `See your usage and change your limit under "Usage Limits" on your dashboard: ${publicUrl}/`,
    '',
    '--',
    productName,
    '',
  ];
  const subject =
    level === 100
      ? `All ${allowed} ${productName} minutes of this month are used`
      : `${level}% of your ${allowed} ${productName} minutes are used`;
  return { replyTo: null, subject, body: body.join('\n') };
}

function whatHappens({ kind }: MinuteAllowance, level: UsageNoticeLevel): string {
  const price = `$${(OVERAGE_TENTHS_OF_CENT / 1_000).toFixed(3)}`;
  if (kind === 'limit') {
    return level === 100
      ? 'Calls that come in from now on are taken, but not processed, until then. Raise the limit, or switch it off, to have them processed.'
      : 'At 100%, further calls are taken, but not processed, until then.';
  }
  return level === 100
    ? `Your calls are processed as before. Each further minute of this month costs ${price}. Set a limit if you do not want that.`
    : `At 100%, your calls are processed as before, and each further minute costs ${price}. Set a limit if you do not want that.`;
}

/** Whole minutes: 2,412. */
function inWords(minutes: number): string {
  return Math.floor(minutes).toLocaleString('en-US');
}

/** December 3, 2026 */
function dateInWords(date: Date): string {
  return date.toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' });
}
