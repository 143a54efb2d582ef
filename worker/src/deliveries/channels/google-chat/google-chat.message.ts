import { fittingMessage, type RecapLimits } from '../../brief-recap';
import type { Recap } from '../../recap';
import type { TestNote } from '../../test-note';

/** https://developers.google.com/workspace/chat/api/reference/rest/v1/spaces.messages/create : 32,000 bytes, text and cards. */
export const MAX_BYTES = 32_000;

const LIMITS: RecapLimits = { title: 150, fact: 120, summary: 6_000, points: 12, point: 500, followUp: 1_000 };

/** Google's own red, for calls of unhappy customers; the rest have no colour. */
const ALERT_COLOUR = '#b3261e';

export interface GoogleChatContext {
  productName: string;
  callId: string;
}

/**
 * The JSON of a message about a call: one card, in the thread of the call. Texts of cards are read as simple HTML, so what
 * comes from outside is escaped. https://developers.google.com/workspace/chat/format-messages#card-formatting
 */
export function googleChatMessage(recap: Recap, { productName, callId }: GoogleChatContext): string {
  return fittingMessage(recap, {
    limits: LIMITS,
    maxBytes: MAX_BYTES,
    render: (brief) =>
      JSON.stringify({
        fallbackText: withoutMarkup(`${titleOf(brief)}. ${brief.summary}`.trim()),
        thread: { threadKey: `call-${callId}` },
        cardsV2: [{ cardId: `call-${callId}`, card: cardOf(brief, productName) }],
      }),
  });
}

/** The JSON of a message that says it is a test. */
export function googleChatTestMessage({ title, text, link }: TestNote): string {
  return JSON.stringify({
    fallbackText: title,
    cardsV2: [
      {
        cardId: 'test',
        card: {
          header: { title: withoutMarkup(title), subtitle: 'Test message' },
          sections: [{ widgets: [paragraph(text)] }, { widgets: [linkButton(link.text, link.url)] }],
        },
      },
    ],
  });
}

function titleOf({ isAlert, title }: Recap): string {
  return isAlert ? `🔴 ${title}` : title;
}

function cardOf(recap: Recap, productName: string): object {
  const { isAlert, label, who, phone, direction, when, length, summary, keyPoints, followUp, url } = recap;
  const happiness = escaped(label);
  return {
    header: { title: withoutMarkup(titleOf(recap)), subtitle: withoutMarkup(`${productName} · ${when}`) },
    sections: [
      {
        widgets: [
          fact(
            'STAR',
            'Customer happiness',
            isAlert ? `<font color="${ALERT_COLOUR}"><b>${happiness}</b></font>` : happiness,
          ),
          fact('PERSON', 'Customer', escaped(who), phone !== null && phone !== who ? escaped(phone) : undefined),
          fact('CLOCK', 'Call', escaped([direction, length].filter(Boolean).join(', '))),
        ],
      },
      ...(summary ? [{ header: 'Summary', widgets: [paragraph(summary)] }] : []),
      ...(keyPoints.length > 0
        ? [{ header: 'Key points', widgets: [paragraph(keyPoints.map((point) => `• ${point}`).join('\n'))] }]
        : []),
      ...(followUp ? [{ header: 'Follow-up', widgets: [paragraph(followUp)] }] : []),
      { widgets: [linkButton('Open the call', url)] },
    ],
  };
}

/** @param html escaped */
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
  return { textParagraph: { text: escaped(text).replaceAll('\n', '<br>') } };
}

function linkButton(text: string, url: string): object {
  return { buttonList: { buttons: [{ text, onClick: { openLink: { url } } }] } };
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** Whether headers read HTML, and the fallback mentions and links, is not documented: these look the same either way. */
function withoutMarkup(text: string): string {
  return text.replaceAll('<', '‹').replaceAll('>', '›');
}
