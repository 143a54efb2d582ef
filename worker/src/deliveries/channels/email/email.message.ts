import { accountDisplayName } from '@ringwell/domain/account-display-name';

import type { Recap } from '../../recap';
import { shortened } from '../../shortened';
import type { MailDraft, MailOccasion } from './email.draft';
import { mailPage } from './email.page';

/** A mail, ready to be sent. */
export interface MailContent {
  subject: string;
  text: string;
  html: string;
  occasion: MailOccasion;
}

/** Longest texts, in characters: a mail is read on a phone, and Gmail cuts it off at 102 kB. */
const MAX_LENGTH = { title: 120, summary: 4_000, keyPoint: 400, followUp: 1_000, fact: 120 };
const MAX_KEY_POINTS = 12;

/** The mail about a call. */
export function alertMail(recap: Recap, occasion: MailOccasion): MailContent {
  const { sentiment, phone, direction, when, length, followUp } = recap;
  return written(occasion, {
    title: oneLine(recap.title, MAX_LENGTH.title),
    sentiment,
    label: recap.label,
    facts: [
      ...(phone === null ? [] : [{ name: 'Phone', value: oneLine(phone, MAX_LENGTH.fact), url: phoneUrl(phone) }]),
      ...(direction === null ? [] : [{ name: 'Direction', value: direction }]),
      { name: 'When', value: when },
      { name: 'Length', value: length },
    ],
    summary: oneLine(recap.summary, MAX_LENGTH.summary),
    keyPoints: recap.keyPoints.slice(0, MAX_KEY_POINTS).map((point) => oneLine(point, MAX_LENGTH.keyPoint)),
    followUp: followUp === null ? null : oneLine(followUp, MAX_LENGTH.followUp),
    link: { url: recap.url, text: 'Open the call' },
    reason: `You get this mail because ${occasion.recipient} is on the list for calls of ${nameOf(occasion)}.`,
  });
}

/** The mail that only shows that mails arrive. @param publicUrl where the product is */
export function testMail(publicUrl: string, occasion: MailOccasion): MailContent {
  return written(occasion, {
    title: `Test message from ${occasion.productName}`,
    sentiment: null,
    label: 'Test',
    facts: [],
    summary: `Mails about calls of ${nameOf(occasion)} reach ${occasion.recipient}. There is nothing to do.`,
    keyPoints: [],
    followUp: null,
    link: { url: publicUrl, text: `Open ${occasion.productName}` },
    reason: `You get this mail because somebody at ${nameOf(occasion)} wanted to see whether mails arrive.`,
  });
}

function written(occasion: MailOccasion, draft: MailDraft): MailContent {
  return { occasion, subject: draft.title, text: textOf(draft, occasion), html: mailPage(draft, occasion) };
}

/** For who reads mails as plain text. No foreign text can begin a line of its own. */
function textOf(
  { title, sentiment, label, facts, summary, keyPoints, followUp, link, reason }: MailDraft,
  { unsubscribeUrl }: MailOccasion,
): string {
  return [
    title,
    '',
    ...(sentiment === null ? [] : [`Customer happiness: ${label}`]),
    ...facts.map(({ name, value }) => `${name}: ${value}`),
    ...(facts.length > 0 ? [''] : []),
    summary,
    ...(keyPoints.length > 0 ? ['', 'Key points:', ...keyPoints.map((point) => `- ${point}`)] : []),
    ...(followUp === null ? [] : ['', `Follow-up: ${followUp}`]),
    '',
    `${link.text}: ${link.url}`,
    '',
    '-- ',
    reason,
    `Unsubscribe: ${unsubscribeUrl}`,
    '',
  ].join('\n');
}

function nameOf({ account, productName }: MailOccasion): string {
  return oneLine(accountDisplayName(account) ?? productName, MAX_LENGTH.fact);
}

/** Only of what is nothing but a number: it came from outside. */
function phoneUrl(phone: string): string | undefined {
  return /^\+?[\d ().-]{5,24}$/.test(phone) ? `tel:${phone.replace(/[^\d+]/g, '')}` : undefined;
}

function oneLine(text: string, maxLength: number): string {
  return shortened(
    text
      .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
      .replace(/\p{Bidi_Control}/gu, '')
      .trim(),
    maxLength,
  );
}
