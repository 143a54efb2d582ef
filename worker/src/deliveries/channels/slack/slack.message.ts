import { briefRecap, fittingMessage, type RecapLimits } from '../../brief-recap';
import type { Recap } from '../../recap';
import type { TestNote } from '../../test-note';

/** Slack refuses blocks with more than about 13,200 characters of text, which is documented nowhere. */
export const MAX_BYTES = 12_000;

/** A header takes 150 characters, ours begins with a sign; a field takes 2,000. https://docs.slack.dev/reference/block-kit/blocks/header-block */
const LIMITS: RecapLimits = { title: 140, fact: 120, summary: 3_000, points: 12, point: 300, followUp: 600 };

/** What a notification on a phone can show, and more. */
const FALLBACK_LIMITS: RecapLimits = { ...LIMITS, summary: 1_000 };

/** The fields of `chat.postMessage` that make the message. */
export interface SlackMessage {
  /** For notifications and screen readers: Slack's markup. */
  text: string;
  /** JSON. */
  blocks: string;
}

/**
 * A message about a call. Whatever comes from outside stands where Slack reads no markup (`plain_text` and `rich_text`),
 * because `*`, `_` and the like cannot be escaped in markup. The link is no button: after a click on one, Slack shows a
 * warning beside it unless the app answers clicks. https://github.com/slackapi/node-slack-sdk/issues/869
 */
export function slackMessage(recap: Recap, { productName }: { productName: string }): SlackMessage {
  const { title, summary } = briefRecap(recap, FALLBACK_LIMITS);
  return {
    text: escaped(`${signOf(recap)}${title}${summary ? `\n${summary}` : ''}`),
    blocks: fittingMessage(recap, {
      limits: LIMITS,
      maxBytes: MAX_BYTES,
      render: (brief) => JSON.stringify(blocksOf(brief, productName)),
    }),
  };
}

/** A message that says it is a test. */
export function slackTestMessage({ title, text, link: { text: words, url } }: TestNote): SlackMessage {
  return {
    text: escaped(`${title}. ${text}`),
    blocks: JSON.stringify([header(title), richText(section(run(text))), richText(section(link(words, url)))]),
  };
}

function signOf({ isAlert }: Recap): string {
  return isAlert ? '🔴 ' : '';
}

function blocksOf(recap: Recap, productName: string): object[] {
  const { title, label, who, phone, direction, when, length, summary, keyPoints, followUp, url } = recap;
  return [
    header(`${signOf(recap)}${title}`),
    {
      type: 'section',
      fields: [
        ...fact('Customer happiness', `${signOf(recap)}${label}`),
        ...fact('Customer', who),
        ...(phone !== null && phone !== who ? fact('Phone', phone) : []),
        ...fact('Call', [direction, length].filter(Boolean).join(', ')),
      ],
    },
    ...(summary ? [richText(section(run(summary)))] : []),
    ...(keyPoints.length > 0 ? [richText(section(bold('Key points')), list(keyPoints))] : []),
    ...(followUp ? [richText(section(bold('Follow-up\n'), run(followUp)))] : []),
    richText(section(link('Open the call', url))),
    { type: 'context', elements: [plainText(`${productName} · ${when}`)] },
  ];
}

function header(text: string): object {
  return { type: 'header', text: plainText(text) };
}

/** Two fields stand side by side. */
function fact(name: string, value: string): object[] {
  return [{ type: 'mrkdwn', text: `*${name}*` }, plainText(value)];
}

/** @param text with `:names:` of emoji left as they are */
function plainText(text: string): object {
  return { type: 'plain_text', text, emoji: false };
}

/** https://docs.slack.dev/reference/block-kit/blocks/rich-text-block */
function richText(...elements: object[]): object {
  return { type: 'rich_text', elements };
}

function section(...elements: object[]): object {
  return { type: 'rich_text_section', elements };
}

function list(items: readonly string[]): object {
  return { type: 'rich_text_list', style: 'bullet', elements: items.map((item) => section(run(item))) };
}

function run(text: string): object {
  return { type: 'text', text };
}

function bold(text: string): object {
  return { type: 'text', text, style: { bold: true } };
}

function link(text: string, url: string): object {
  return { type: 'link', text, url, style: { bold: true } };
}

/** https://docs.slack.dev/messaging/formatting-message-text#escaping */
function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
