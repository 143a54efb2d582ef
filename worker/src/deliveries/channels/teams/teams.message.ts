import type { Recap } from '../../recap';
import type { TestAlert } from '../../test-alert';
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

/**
 * The JSON of an alert. Untrusted texts are put in text runs instead of being escaped, because Teams on phones shows
 * the backslashes of escaped Markdown.
 */
export function teamsMessage(recap: Recap, { productName }: { productName: string }): string {
  return renderToFit(recap, {
    limits: LIMITS,
    maxBytes: MAX_BYTES,
    render: (brief) =>
      messageOf({ body: bodyOf(brief, productName), action: { title: brief.link.text, url: brief.link.url } }),
  });
}

export function teamsTestMessage({ title, text: words, link }: TestAlert): string {
  return messageOf({
    body: [text({ text: title, weight: 'Bolder', size: 'Large' }), text({ text: words })],
    action: { title: link.text, url: link.url },
  });
}

// For the workflow "Post to a channel when a webhook request is received", which rejects cards above version 1.4.
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
  const { isAlert, title, label, who, phone, agent, direction, when, length, summary, keyPoints, followUp } = recap;
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
    ...(agent !== null ? [fact('Agent', { text: agent })] : []),
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

// Cards expand `{{DATE(…)}}` and `{{TIME(…)}}` in any text; a zero-width space between the braces prevents it.
function withoutFunctions(words: string): string {
  return words.replace(/\{(?=\{)/g, '{\u200B');
}
