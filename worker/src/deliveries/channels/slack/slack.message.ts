import type { LetterBrief } from '@ringwell/rules/weekly-letters/letter-brief';

import { followUpLinks, type CallBackNotice } from '../../delivery-channel';
import type { OverdueDigest, OverdueItem } from '../../overdue-digest';
import type { Recap } from '../../recap';
import type { TestAlert } from '../../test-alert';
import { moreText, renderDigestToFit, truncateDigest } from '../../truncate-digest';
import { renderToFit, truncateRecap, type RecapLimits } from '../../truncate-recap';

/** Slack rejects blocks with more than about 13,200 characters of text (undocumented). */
export const MAX_BYTES = 12_000;

// Headers are limited to 150 characters, including an alert sign, and fields to 2,000.
// https://docs.slack.dev/reference/block-kit/blocks/header-block
const LIMITS: RecapLimits = { title: 140, fact: 120, summary: 3_000, points: 12, point: 300, followUp: 600 };

const FALLBACK_LIMITS: RecapLimits = { ...LIMITS, summary: 1_000 };

export interface SlackMessage {
  /** For notifications and screen readers, in Slack markup. */
  text: string;
  blocks: string;
}

/**
 * Renders an alert. Untrusted text only goes in `plain_text` and `rich_text`, which don't have markup, because
 * characters such as `*` and `_` can't be escaped in markup. The link isn't a button, because Slack shows a warning
 * next to a clicked button unless the app handles clicks. https://github.com/slackapi/node-slack-sdk/issues/869
 */
export function slackMessage(recap: Recap, { productName }: { productName: string }): SlackMessage {
  const { title, summary } = truncateRecap(recap, FALLBACK_LIMITS);
  return {
    text: escapeText(`${alertPrefix(recap)}${title}${summary ? `\n${summary}` : ''}`),
    blocks: renderToFit(recap, {
      limits: LIMITS,
      maxBytes: MAX_BYTES,
      render: (brief) => JSON.stringify(toBlocks(brief, productName)),
    }),
  };
}

export function slackTestMessage({ title, text, link: { text: linkText, url } }: TestAlert): SlackMessage {
  return {
    text: escapeText(`${title}. ${text}`),
    blocks: JSON.stringify([header(title), richText(section(textRun(text))), richText(section(link(linkText, url)))]),
  };
}

export function slackDigest(digest: OverdueDigest, { productName }: { productName: string }): SlackMessage {
  const { title, items } = truncateDigest(digest);
  return {
    text: escapeText(`🔴 ${title}\n${items.map(({ who }) => who).join(', ')}`),
    blocks: renderDigestToFit(digest, {
      maxBytes: MAX_BYTES,
      render: (brief) => JSON.stringify(digestBlocks(brief, productName)),
    }),
  };
}

export function slackLetter(letter: LetterBrief, { productName }: { productName: string }): SlackMessage {
  const { title, week, facts, praise, link: pageLink } = letter;
  return {
    text: escapeText(`${title}\n${facts.map(({ name, value }) => `${name}: ${value}`).join('\n')}`),
    blocks: JSON.stringify([
      header(title),
      richText(
        section(
          ...facts.flatMap(({ name, value }, index) => [bold(`${index > 0 ? '\n' : ''}${name}: `), textRun(value)]),
        ),
      ),
      ...(praise === null ? [] : [richText(section(bold(`${praise.title}\n`), textRun(`“${praise.quote}”`)))]),
      richText(section(link(pageLink.text, pageLink.url))),
      { type: 'context', elements: [plainText(`${productName} · ${week}`)] },
    ]),
  };
}

function digestBlocks(digest: OverdueDigest, productName: string): object[] {
  const { title, items, link: followUpsLink } = digest;
  const moreLine = moreText(digest);
  return [
    header(`🔴 ${title}`),
    ...items.map(digestItem),
    richText(
      section(...(moreLine === null ? [] : [textRun(`${moreLine} `)]), link(followUpsLink.text, followUpsLink.url)),
    ),
    { type: 'context', elements: [plainText(productName)] },
  ];
}

function digestItem({ who, phone, why, delay, handler, url, takeUrl }: OverdueItem): object {
  return richText(
    section(
      bold(phone === null ? who : `${who}, ${phone}`),
      textRun(`\n${why}\n${delay}. ${handler}.`),
      ...callBackLinks({ url, takeUrl }),
    ),
  );
}

function alertPrefix({ isAlert }: Recap): string {
  return isAlert ? '🔴 ' : '';
}

function toBlocks(recap: Recap, productName: string): object[] {
  const { title, label, who, phone, agent, direction, when, length, summary, keyPoints, followUp, callBack } = recap;
  return [
    header(`${alertPrefix(recap)}${title}`),
    {
      type: 'section',
      fields: [
        ...fact('Customer happiness', `${alertPrefix(recap)}${label}`),
        ...fact('Customer', who),
        ...(phone !== null && phone !== who ? fact('Phone', phone) : []),
        ...(agent !== null ? fact('Agent', agent) : []),
        ...fact('Call', [direction, length].filter(Boolean).join(', ')),
      ],
    },
    ...recap.flags.map(({ name, quote }) => richText(section(bold(`⚠️ ${name}: `), textRun(quote)))),
    ...(summary ? [richText(section(textRun(summary)))] : []),
    ...(keyPoints.length > 0 ? [richText(bulletList(keyPoints))] : []),
    ...(followUp ? [richText(section(bold(followUp)))] : []),
    ...(callBack ? [richText(section(bold(callBack.text), ...callBackLinks(callBack)))] : []),
    richText(section(link(recap.link.text, recap.link.url))),
    { type: 'context', elements: [plainText(`${productName} · ${when}`)] },
  ];
}

function callBackLinks(notice: Pick<CallBackNotice, 'url' | 'takeUrl'>): object[] {
  return followUpLinks(notice).flatMap(({ text, url }, index) => [
    textRun(index === 0 ? '\n' : '  ·  '),
    link(text, url),
  ]);
}

function header(text: string): object {
  return { type: 'header', text: plainText(text) };
}

// Slack displays two fields per line.
function fact(name: string, value: string): object[] {
  return [{ type: 'mrkdwn', text: `*${name}*` }, plainText(value)];
}

function plainText(text: string): object {
  return { type: 'plain_text', text, emoji: false };
}

// https://docs.slack.dev/reference/block-kit/blocks/rich-text-block
function richText(...elements: object[]): object {
  return { type: 'rich_text', elements };
}

function section(...elements: object[]): object {
  return { type: 'rich_text_section', elements };
}

function bulletList(items: readonly string[]): object {
  return { type: 'rich_text_list', style: 'bullet', elements: items.map((item) => section(textRun(item))) };
}

function textRun(text: string): object {
  return { type: 'text', text };
}

function bold(text: string): object {
  return { type: 'text', text, style: { bold: true } };
}

function link(text: string, url: string): object {
  return { type: 'link', text, url, style: { bold: true } };
}

// https://docs.slack.dev/messaging/formatting-message-text#escaping
function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
