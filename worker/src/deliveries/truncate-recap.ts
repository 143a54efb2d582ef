import { cleanText, toOneLine } from '@ringwell/domain/text/plain-text';
import { truncateText } from '@ringwell/domain/text/truncate-text';

import type { Recap } from './recap';

/** The limits count UTF-16 code units. */
export interface RecapLimits {
  title: number;
  fact: number;
  summary: number;
  points: number;
  point: number;
  followUp: number;
}

/** Maximum length of a flag's quote. Even an oversized message keeps the quote. */
const MAX_FLAG_QUOTE = 240;

// Fractions of the limits, tried in this order until the message fits.
const LIMIT_FRACTIONS = [1, 0.5, 0.25, 0.1, 0.03];

/** Also removes invisible characters and empty key points. Channels escape markup themselves. */
export function truncateRecap(recap: Recap, limits: RecapLimits): Recap {
  const truncateFact = (text: string): string => truncateText(toOneLine(text), limits.fact);
  const keyPoints = recap.keyPoints
    .map((point) => truncateText(toOneLine(point), limits.point))
    .filter(Boolean)
    .slice(0, limits.points);
  const followUp = recap.followUp === null ? null : truncateText(cleanText(recap.followUp), limits.followUp);
  return {
    ...recap,
    keyPoints,
    flags: recap.flags.map(({ name, quote }) => ({ name, quote: truncateText(toOneLine(quote), MAX_FLAG_QUOTE) })),
    followUp,
    callBack: recap.callBack && { ...recap.callBack, text: truncateFact(recap.callBack.text) },
    title: truncateText(toOneLine(recap.title), limits.title),
    who: truncateFact(recap.who),
    phone: recap.phone === null ? null : truncateFact(recap.phone),
    agent: recap.agent === null ? null : truncateFact(recap.agent),
    summary: truncateText(cleanText(recap.summary), limits.summary),
  };
}

/**
 * Renders as much of a recap as fits in `maxBytes` of UTF-8. Returns the smallest fraction even if it's too long.
 */
export function renderToFit(
  recap: Recap,
  { limits, maxBytes, render }: { limits: RecapLimits; maxBytes: number; render: (recap: Recap) => string },
): string {
  let message = '';
  for (const fraction of LIMIT_FRACTIONS) {
    message = render(truncateRecap(recap, scaleLimits(limits, fraction)));
    if (Buffer.byteLength(message) <= maxBytes) break;
  }
  return message;
}

function scaleLimits({ title, fact, ...texts }: RecapLimits, fraction: number): RecapLimits {
  const { summary, points, point, followUp } = texts;
  const scaleLimit = (limit: number): number => Math.max(Math.floor(limit * fraction), 1);
  return {
    title,
    fact,
    summary: scaleLimit(summary),
    points: scaleLimit(points),
    point: scaleLimit(point),
    followUp: scaleLimit(followUp),
  };
}
