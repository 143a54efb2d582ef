import { fittingMessage, type RecapLimits } from '../../brief-recap';
import type { Recap } from '../../recap';
import type { TestNote } from '../../test-note';

/** Teams cuts off somewhere between 21 and 28 KB, which differs by the way a card comes. */
export const MAX_BYTES = 20_000;

const LIMITS: RecapLimits = { title: 150, fact: 120, summary: 4_000, points: 12, point: 400, followUp: 1_000 };

/** One piece of text; unlike `TextBlock` it knows no Markdown. https://adaptivecards.io/explorer/TextRun.html */
interface TextRun {
  text: string;
  weight?: 'Bolder';
  size?: 'Large';
  color?: 'Attention';
  isSubtle?: boolean;
}

/**
 * The JSON of a message about a call. Whatever comes from outside stands in text runs, because a backslash before a Markdown
 * character is shown by Teams on phones.
 */
export function teamsMessage(recap: Recap, { productName }: { productName: string }): string {
  return fittingMessage(recap, {
    limits: LIMITS,
    maxBytes: MAX_BYTES,
    render: (brief) =>
      messageOf({ body: bodyOf(brief, productName), action: { title: 'Open the call', url: brief.url } }),
  });
}

/** The JSON of a message that says it is a test. */
export function teamsTestMessage({ title, text: words, link }: TestNote): string {
  return messageOf({
    body: [text({ text: title, weight: 'Bolder', size: 'Large' }), text({ text: words })],
    action: { title: link.text, url: link.url },
  });
}

/** What the workflow "Post to a channel when a webhook request is received" reads. Cards above version 1.4 are refused there. */
function messageOf({ body, action }: { body: object[]; action: { title: string; url: string } }): string {
  const content = {
    $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
    type: 'AdaptiveCard',
    version: '1.4',
    msteams: { width: 'Full' },
    body,
    actions: [{ type: 'Action.OpenUrl', ...action }],
  };
  return JSON.stringify({
    type: 'message',
    attachments: [{ contentType: 'application/vnd.microsoft.card.adaptive', contentUrl: null, content }],
  });
}

function bodyOf(recap: Recap, productName: string): object[] {
  const { isAlert, title, label, who, phone, direction, when, length, summary, keyPoints, followUp } = recap;
  return [
    {
      type: 'Container',
      style: isAlert ? 'attention' : 'emphasis',
      bleed: true,
      items: [
        text({
          text: isAlert ? `🔴 ${title}` : title,
          weight: 'Bolder',
          size: 'Large',
          ...(isAlert && { color: 'Attention' }),
        }),
      ],
    },
    fact('Customer happiness', { text: label, ...(isAlert && { color: 'Attention', weight: 'Bolder' }) }),
    fact('Customer', { text: who }),
    ...(phone !== null && phone !== who ? [fact('Phone', { text: phone })] : []),
    fact('Call', { text: [direction, length].filter(Boolean).join(', ') }),
    ...(summary ? [heading('Summary'), ...paragraphs(summary)] : []),
    ...(keyPoints.length > 0 ? [heading('Key points'), ...keyPoints.map((point) => bullet(point))] : []),
    ...(followUp ? [heading('Follow-up'), ...paragraphs(followUp)] : []),
    { ...text({ text: `${productName} · ${when}`, isSubtle: true }), separator: true, spacing: 'Medium' },
  ];
}

function text(...runs: TextRun[]): { type: 'RichTextBlock'; inlines: object[] } {
  return {
    type: 'RichTextBlock',
    inlines: runs.map((run) => ({ type: 'TextRun', ...run, text: withoutFunctions(run.text) })),
  };
}

function fact(name: string, value: TextRun): object {
  return {
    type: 'ColumnSet',
    spacing: 'Small',
    columns: [
      { type: 'Column', width: '150px', items: [text({ text: name, isSubtle: true })] },
      { type: 'Column', width: 'stretch', items: [text(value)] },
    ],
  };
}

function heading(words: string): object {
  return { ...text({ text: words, weight: 'Bolder' }), spacing: 'Medium' };
}

function paragraphs(words: string): object[] {
  return words.split(/\n+/).map((paragraph) => ({ ...text({ text: paragraph }), spacing: 'Small' }));
}

function bullet(words: string): object {
  return {
    type: 'ColumnSet',
    spacing: 'Small',
    columns: [
      { type: 'Column', width: 'auto', items: [text({ text: '•' })] },
      { type: 'Column', width: 'stretch', spacing: 'Small', items: [text({ text: words })] },
    ],
  };
}

/** Cards replace `{{DATE(…)}}` and `{{TIME(…)}}` everywhere: a space that has no width keeps the braces apart. */
function withoutFunctions(words: string): string {
  return words.replace(/\{(?=\{)/g, '{\u200B');
}
