import { companyOrPersonName } from '@ringwell/domain/accounts/company-or-person-name';
import { isWithheld, removeSipHost } from '@ringwell/domain/customers/phone';
import { toOneLine } from '@ringwell/domain/text/plain-text';
import { truncateText } from '@ringwell/domain/text/truncate-text';

import { TAKE_TEXT, type CallBackNotice } from '../../delivery-channel';
import type { Recap } from '../../recap';
import type { MailDraft, MailContext } from './email.draft';
import { mailPage } from './email.page';

export interface MailContent {
  subject: string;
  text: string;
  html: string;
  context: MailContext;
}

// In characters. Emails are read on phones, and Gmail clips them at 102 kB.
const MAX_LENGTH = {
  title: 120,
  lead: 220,
  summary: 4_000,
  keyPoint: 400,
  followUp: 1_000,
  callBack: 200,
  fact: 120,
  flag: 240,
};
const MAX_KEY_POINTS = 12;

export function alertEmail(recap: Recap, context: MailContext): MailContent {
  const { look, phone, rawPhone, agent, direction, when, length, followUp, callBack } = recap;
  return renderDraft(context, {
    title: shorten(recap.title, MAX_LENGTH.title),
    look,
    label: recap.label,
    facts: [
      ...(phone === null
        ? []
        : [{ name: 'Phone', value: shorten(phone, MAX_LENGTH.fact), url: phoneUrl(rawPhone ?? '') }]),
      ...(agent === null ? [] : [{ name: 'Agent', value: shorten(agent, MAX_LENGTH.fact) }]),
      ...(direction === null ? [] : [{ name: 'Direction', value: direction }]),
      { name: 'When', value: when },
      { name: 'Length', value: length },
    ],
    flags: recap.flags.map(({ name, quote }) => `${name}: ${shorten(quote, MAX_LENGTH.flag)}`),
    ...splitLead(splitLines(truncateText(recap.summary, MAX_LENGTH.summary))),
    keyPoints: recap.keyPoints
      .slice(0, MAX_KEY_POINTS)
      .map((point) => shorten(point, MAX_LENGTH.keyPoint))
      .filter((point) => ![recap.summary, followUp ?? ''].some((text) => isMentionedIn(text, point))),
    followUp: followUp === null ? null : shorten(followUp, MAX_LENGTH.followUp),
    callUrl: callBack?.url || recap.isAlert ? (phoneUrl(rawPhone ?? '') ?? null) : null,
    callBack: callBack && { ...callBack, text: shorten(callBack.text, MAX_LENGTH.callBack) },
    link: recap.link,
    reason: context.isMemberAlert
      ? `You're getting this because you asked for emails about ${getAccountName(context)}'s calls. Choose which ones in Your account.`
      : `You're getting this because ${context.recipient} is on ${getAccountName(context)}'s alert list.`,
  });
}

export function testEmail(publicUrl: string, context: MailContext): MailContent {
  return renderDraft(context, {
    title: `Test message from ${context.productName}`,
    look: 'plain',
    label: 'Test',
    facts: [],
    flags: [],
    lead: [`Email alerts for ${getAccountName(context)} are working. No action needed.`],
    remainingLines: [],
    keyPoints: [],
    followUp: null,
    callUrl: null,
    callBack: null,
    link: { url: publicUrl, text: `Open ${context.productName}` },
    reason: `You're getting this because someone at ${getAccountName(context)} sent a test email.`,
  });
}

function renderDraft(context: MailContext, draft: MailDraft): MailContent {
  return { context, subject: draft.title, text: mailText(draft, context), html: mailPage(draft, context) };
}

function mailText(
  {
    title,
    look,
    label,
    facts,
    flags,
    lead,
    remainingLines,
    keyPoints,
    followUp,
    callUrl,
    callBack,
    link,
    reason,
  }: MailDraft,
  { unsubscribeUrl }: MailContext,
): string {
  return [
    title,
    '',
    ...(look === 'plain' ? [] : [`Customer happiness: ${label}`]),
    ...(look === 'plain' ? [] : ['']),
    ...flags,
    lead.join(' '), // on one line, so that no part of a summary can imitate the end of the email
    ...(followUp === null ? [] : ['', `Follow-up: ${followUp}`]),
    ...(callBack === null ? [] : ['', ...callBackLines(callBack)]),
    ...(callUrl === null ? [] : [`Call: ${callUrl.replace('tel:', '')}`]),
    '',
    `${link.text}: ${link.url}`,
    ...(remainingLines.length > 0 ? ['', remainingLines.join(' ')] : []),
    ...(keyPoints.length > 0 ? ['', ...keyPoints.map((point) => `- ${point}`)] : []),
    ...(facts.length > 0 ? ['', ...facts.map(({ name, value }) => `${name}: ${value}`)] : []),
    '',
    '-- ',
    reason,
    `Unsubscribe: ${unsubscribeUrl}`,
    '',
  ].join('\n');
}

function callBackLines({ text, url, takeUrl }: CallBackNotice): string[] {
  return [url === null ? text : `${text}: ${url}`, ...(takeUrl === null ? [] : [`${TAKE_TEXT}: ${takeUrl}`])];
}

export function getAccountName({
  account,
  owner,
  productName,
}: Pick<MailContext, 'account' | 'owner' | 'productName'>): string {
  return shorten(companyOrPersonName(account, owner) ?? productName, MAX_LENGTH.fact);
}

// Only links text that looks like a phone number, because the text is untrusted.
export function phoneUrl(phone: string): string | undefined {
  const caller = removeSipHost(phone);
  return /^\+?[\d ().-]{5,24}$/.test(caller) && !isWithheld(caller)
    ? `tel:${caller.replace(/[^\d+]/g, '')}`
    : undefined;
}

/** Splits off the first lines of the summary. A line that's too long is split after a sentence. */
function splitLead(lines: readonly string[]): Pick<MailDraft, 'lead' | 'remainingLines'> {
  const lead: string[] = [];
  const remainingLines = [...lines];
  for (let remainingLength = MAX_LENGTH.lead; remainingLength > 0 && remainingLines.length > 0;) {
    const line = remainingLines.shift() ?? '';
    const [sentences = line] = line.length > remainingLength ? (LEAD_SENTENCES.exec(line) ?? []) : [];
    lead.push(sentences.trim());
    if (sentences.length < line.length) remainingLines.unshift(line.slice(sentences.length).trim());
    remainingLength = sentences.length < line.length ? 0 : remainingLength - line.length;
  }
  return { lead, remainingLines };
}

// Matches as many sentences as fit in the email's lead, but at least one.
const LEAD_SENTENCES = /^(?:.{1,220}[.!?]|.+?[.!?])(?= )/;

function isMentionedIn(text: string, point: string): boolean {
  return text.toLowerCase().includes(point.toLowerCase().replace(/[.!?]$/, ''));
}

function splitLines(text: string): string[] {
  return text
    .split('\n')
    .map((line) => shorten(line, MAX_LENGTH.summary))
    .filter(Boolean);
}

function shorten(text: string, maxLength: number): string {
  return truncateText(toOneLine(text), maxLength);
}
