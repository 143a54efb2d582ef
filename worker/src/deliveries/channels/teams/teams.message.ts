import type { LetterBrief } from '@ringwell/rules/weekly-letters/letter-brief';

import { followUpLinks } from '../../delivery-channel';
import type { OverdueDigest, OverdueItem } from '../../overdue-digest';
import type { Recap } from '../../recap';
import type { TestAlert } from '../../test-alert';
import { moreText, renderDigestToFit } from '../../truncate-digest';
import { renderToFit, type RecapLimits } from '../../truncate-recap';

/** Teams limits cards to 21 to 28 KB, depending on how they are posted. */
export const MAX_BYTES = 20_000;

const LIMITS: RecapLimits = { title: 150, fact: 120, summary: 4_000, points: 12, point: 400, followUp: 1_000 };

// Text without Markdown, unlike `TextBlock`. https://adaptivecards.io/explorer/TextRun.html
interface TextRun {
  text: string;
  weight?: 'Bolder';
  size?: 'Large';
  color?: 'Attention';
  isSubtle?: boolean;
}

type Link = Recap['link'];

/**
 * The JSON for an alert. Untrusted text goes in text runs, because Teams on phones shows the backslashes in escaped
 * Markdown.
 */
export function teamsMessage(recap: Recap, { productName }: { productName: string }): string {
  return renderToFit(recap, {
    limits: LIMITS,
    maxBytes: MAX_BYTES,
    render: (brief) => {
      const links = brief.callBack ? [brief.link, ...followUpLinks(brief.callBack)] : [brief.link];
      return buildMessage(recapBody(brief, productName), links);
    },
  });
}

export function teamsTestMessage({ title, text: testText, link }: TestAlert): string {
  const body = [richTextBlock({ text: title, weight: 'Bolder', size: 'Large' }), richTextBlock({ text: testText })];
  return buildMessage(body, [link]);
}

export function teamsDigest(digest: OverdueDigest, { productName }: { productName: string }): string {
  return renderDigestToFit(digest, {
    maxBytes: MAX_BYTES,
    render: (brief) => buildMessage(digestBody(brief, productName), [brief.link]),
  });
}

export function teamsLetter(letter: LetterBrief, { productName }: { productName: string }): string {
  const { title, week, facts, praise, link } = letter;
  const body = [
    banner(title, false),
    ...facts.map(({ name, value }) => fact(name, { text: value })),
    ...(praise === null ? [] : [heading(praise.title), ...paragraphs(`“${praise.quote}”`)]),
    footer(`${productName} · ${week}`),
  ];
  return buildMessage(body, [link]);
}

function digestBody(digest: OverdueDigest, productName: string): object[] {
  const moreLine = moreText(digest);
  return [
    banner(`🔴 ${digest.title}`, true),
    ...digest.items.flatMap(digestItem),
    ...(moreLine === null ? [] : [heading(moreLine)]),
    footer(productName),
  ];
}

function digestItem({ who, phone, why, delay, handler, url, takeUrl }: OverdueItem): object[] {
  return [
    { ...richTextBlock({ text: phone === null ? who : `${who}, ${phone}`, weight: 'Bolder' }), spacing: 'Medium' },
    ...paragraphs(why),
    ...paragraphs(`${delay}. ${handler}.`),
    { type: 'ActionSet', spacing: 'Small', actions: followUpLinks({ url, takeUrl }).map(openUrl) },
  ];
}

// The workflow "Post to a channel when a webhook request is received" rejects cards above version 1.4.
function buildMessage(body: object[], links: readonly Link[]): string {
  const content = {
    $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
    type: 'AdaptiveCard',
    version: '1.4',
    msteams: { width: 'Full' },
    body,
    actions: links.map(openUrl),
  };
  return JSON.stringify({
    type: 'message',
    attachments: [{ contentType: 'application/vnd.microsoft.card.adaptive', contentUrl: null, content }],
  });
}

function openUrl({ text, url }: Link): object {
  return { type: 'Action.OpenUrl', title: text, url };
}

function recapBody(recap: Recap, productName: string): object[] {
  const { isAlert, title, label, who, phone, agent, direction, when, length, summary, keyPoints, followUp, callBack } =
    recap;
  return [
    banner(isAlert ? `🔴 ${title}` : title, isAlert),
    fact('Customer happiness', { text: label, ...(isAlert && { color: 'Attention', weight: 'Bolder' }) }),
    fact('Customer', { text: who }),
    ...(phone !== null && phone !== who ? [fact('Phone', { text: phone })] : []),
    ...(agent !== null ? [fact('Agent', { text: agent })] : []),
    fact('Call', { text: [direction, length].filter(Boolean).join(', ') }),
    ...recap.flags.map(({ name, quote }) => heading(`⚠️ ${name}: ${quote}`)),
    ...(summary ? paragraphs(summary) : []),
    ...keyPoints.map((point) => bullet(point)),
    ...(followUp ? [heading(followUp)] : []),
    ...(callBack ? [heading(callBack.text)] : []),
    footer(`${productName} · ${when}`),
  ];
}

function banner(title: string, isAlert: boolean): object {
  return {
    type: 'Container',
    style: isAlert ? 'attention' : 'emphasis',
    bleed: true,
    items: [richTextBlock({ text: title, weight: 'Bolder', size: 'Large', ...(isAlert && { color: 'Attention' }) })],
  };
}

function richTextBlock(...runs: TextRun[]): { type: 'RichTextBlock'; inlines: object[] } {
  return {
    type: 'RichTextBlock',
    inlines: runs.map((run) => ({ type: 'TextRun', ...run, text: disableTemplateFunctions(run.text) })),
  };
}

function fact(name: string, value: TextRun): object {
  return {
    type: 'ColumnSet',
    spacing: 'Small',
    columns: [
      { type: 'Column', width: '150px', items: [richTextBlock({ text: name, isSubtle: true })] },
      { type: 'Column', width: 'stretch', items: [richTextBlock(value)] },
    ],
  };
}

function footer(text: string): object {
  return { ...richTextBlock({ text, isSubtle: true }), separator: true, spacing: 'Medium' };
}

function heading(content: string): object {
  return { ...richTextBlock({ text: content, weight: 'Bolder' }), spacing: 'Medium' };
}

function paragraphs(content: string): object[] {
  return content.split(/\n+/).map((paragraph) => ({ ...richTextBlock({ text: paragraph }), spacing: 'Small' }));
}

function bullet(content: string): object {
  return {
    type: 'ColumnSet',
    spacing: 'Small',
    columns: [
      { type: 'Column', width: 'auto', items: [richTextBlock({ text: '•' })] },
      { type: 'Column', width: 'stretch', spacing: 'Small', items: [richTextBlock({ text: content })] },
    ],
  };
}

// Cards expand `{{DATE(…)}}` and `{{TIME(…)}}` in any text; a zero-width space between the braces prevents it.
function disableTemplateFunctions(content: string): string {
  return content.replace(/\{(?=\{)/g, '{\u200B');
}
