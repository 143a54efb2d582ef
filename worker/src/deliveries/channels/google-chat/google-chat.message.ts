import type { LetterBrief } from '@ringwell/rules/weekly-letters/letter-brief';

import { followUpLinks } from '../../delivery-channel';
import type { OverdueDigest, OverdueItem } from '../../overdue-digest';
import type { Recap } from '../../recap';
import type { TestAlert } from '../../test-alert';
import { moreText, renderDigestToFit } from '../../truncate-digest';
import { renderToFit, type RecapLimits } from '../../truncate-recap';
import type { ChatMessageContext } from '../../webhook-chat.channel';

/**
 * Limit for text and cards. https://developers.google.com/workspace/chat/api/reference/rest/v1/spaces.messages/create
 */
export const MAX_BYTES = 32_000;

const LIMITS: RecapLimits = { title: 150, fact: 120, summary: 6_000, points: 12, point: 500, followUp: 1_000 };

const ALERT_COLOR = '#b3261e';

/**
 * The JSON for an alert: one card, in a thread for the call. Cards render simple HTML, so untrusted text is escaped.
 * https://developers.google.com/workspace/chat/format-messages#card-formatting
 */
export function googleChatMessage(recap: Recap, { productName, thread }: ChatMessageContext): string {
  return renderToFit(recap, {
    limits: LIMITS,
    maxBytes: MAX_BYTES,
    render: (brief) => toMessage(`${formatTitle(brief)}. ${brief.summary}`.trim(), toCard(brief, productName), thread),
  });
}

export function googleChatDigest(digest: OverdueDigest, { productName, thread }: ChatMessageContext): string {
  return renderDigestToFit(digest, {
    maxBytes: MAX_BYTES,
    render: (brief) =>
      toMessage(
        `🔴 ${brief.title}: ${brief.items.map(({ who }) => who).join(', ')}`,
        digestCard(brief, productName),
        thread,
      ),
  });
}

export function googleChatLetter(letter: LetterBrief, { productName, thread }: ChatMessageContext): string {
  const { title, week, facts, praise, link } = letter;
  const sections = [
    { widgets: facts.map((each) => fact('STAR', each.name, escapeText(each.value))) },
    ...(praise === null ? [] : [{ widgets: [paragraph(`${praise.title}:\n“${praise.quote}”`)] }]),
    { widgets: [linkButtons([link])] },
  ];
  const header = { title: stripMarkup(title), subtitle: stripMarkup(`${productName} · ${week}`) };
  return toMessage(title, { header, sections }, thread);
}

function digestCard(digest: OverdueDigest, productName: string): object {
  const { title, items, link } = digest;
  const moreLine = moreText(digest);
  return {
    header: { title: `🔴 ${title}`, subtitle: stripMarkup(productName) },
    sections: [
      ...items.map(digestSection),
      { widgets: [...(moreLine === null ? [] : [paragraph(moreLine)]), linkButtons([link])] },
    ],
  };
}

function digestSection({ who, phone, why, delay, handler, url, takeUrl }: OverdueItem): object {
  return {
    widgets: [
      fact('PERSON', delay, `<b>${escapeText(who)}</b>`, phone === null ? undefined : escapeText(phone)),
      paragraph(`${why}\n${handler}.`),
      linkButtons(followUpLinks({ url, takeUrl })),
    ],
  };
}

export function googleChatTestMessage({ title, text, link }: TestAlert): string {
  const sections = [{ widgets: [paragraph(text)] }, { widgets: [linkButtons([link])] }];
  const card = { header: { title: stripMarkup(title), subtitle: 'Test message' }, sections };
  return JSON.stringify({ fallbackText: title, cardsV2: [{ cardId: 'test', card }] });
}

function toMessage(fallback: string, card: object, thread: string): string {
  return JSON.stringify({
    fallbackText: stripMarkup(fallback),
    thread: { threadKey: thread },
    cardsV2: [{ cardId: thread, card }],
  });
}

function formatTitle({ isAlert, title }: Recap): string {
  return isAlert ? `🔴 ${title}` : title;
}

function toCard(recap: Recap, productName: string): object {
  const { isAlert, label, who, phone, agent, direction, when, length, summary, keyPoints, followUp, callBack, link } =
    recap;
  const happiness = escapeText(label);
  return {
    header: { title: stripMarkup(formatTitle(recap)), subtitle: stripMarkup(`${productName} · ${when}`) },
    sections: [
      {
        widgets: [
          fact(
            'STAR',
            'Customer happiness',
            isAlert ? `<font color="${ALERT_COLOR}"><b>${happiness}</b></font>` : happiness,
          ),
          fact('PERSON', 'Customer', escapeText(who), phone !== null && phone !== who ? escapeText(phone) : undefined),
          ...(agent !== null ? [fact('PERSON', 'Agent', escapeText(agent))] : []),
          fact('CLOCK', 'Call', escapeText([direction, length].filter(Boolean).join(', '))),
          ...recap.flags.map(({ name, quote }) => fact('BOOKMARK', name, `<b>${escapeText(quote)}</b>`)),
        ],
      },
      ...(summary ? [{ widgets: [paragraph(summary)] }] : []),
      ...(keyPoints.length > 0 ? [{ widgets: [paragraph(keyPoints.map((point) => `• ${point}`).join('\n'))] }] : []),
      ...(followUp ? [{ widgets: [fact('BOOKMARK', 'Follow-up', `<b>${escapeText(followUp)}</b>`)] }] : []),
      ...(callBack ? [{ widgets: [fact('CLOCK', 'Follow-up', `<b>${escapeText(callBack.text)}</b>`)] }] : []),
      { widgets: [linkButtons(callBack ? [link, ...followUpLinks(callBack)] : [link])] },
    ],
  };
}

function fact(knownIcon: string, topLabel: string, html: string, bottomLabel?: string): object {
  return {
    decoratedText: {
      startIcon: { knownIcon },
      topLabel,
      text: html,
      wrapText: true,
      ...(bottomLabel !== undefined && { bottomLabel }),
    },
  };
}

function paragraph(text: string): object {
  return { textParagraph: { text: escapeText(text).replaceAll('\n', '<br>') } };
}

function linkButtons(links: readonly { text: string; url: string }[]): object {
  return { buttonList: { buttons: links.map(({ text, url }) => ({ text, onClick: { openLink: { url } } })) } };
}

function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

// Whether headers render HTML and fallback text renders mentions is undocumented. These characters are safe in both.
function stripMarkup(text: string): string {
  return text.replaceAll('<', '‹').replaceAll('>', '›');
}
