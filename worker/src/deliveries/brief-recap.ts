import type { Recap } from './recap';
import { shortened } from './shortened';

/** How long the texts of a recap may be, in characters (UTF-16 code units). */
export interface RecapLimits {
  title: number;
  /** Each of name, number and the other single facts. */
  fact: number;
  summary: number;
  /** How many key points. */
  points: number;
  point: number;
  followUp: number;
}

/** Parts of the limits that are tried until a message fits. */
const SHARES = [1, 0.5, 0.25, 0.1, 0.03];

/** Characters that would turn around, hide or break the text beside them: controls but for the line feed, and Unicode's own for directions. */
// eslint-disable-next-line no-control-regex -- they are what is meant
const UNSEEN = /[\u0000-\u0009\u000B-\u001F\u007F-\u009F\u200E\u200F\u202A-\u202E\u2066-\u2069\uFEFF]/g;

/**
 * A recap whose texts are short enough, and show as what they are: nothing in them changes how the text around them looks.
 * Texts that are empty then are left out. Escaping is the channel's business.
 */
export function briefRecap(recap: Recap, limits: RecapLimits): Recap {
  const fact = (text: string): string => shortened(oneLine(text), limits.fact);
  const keyPoints = recap.keyPoints
    .map((point) => shortened(oneLine(point), limits.point))
    .filter(Boolean)
    .slice(0, limits.points);
  const followUp = recap.followUp === null ? null : shortened(visible(recap.followUp), limits.followUp);
  return {
    ...recap,
    keyPoints,
    followUp,
    title: shortened(oneLine(recap.title), limits.title),
    who: fact(recap.who),
    phone: recap.phone === null ? null : fact(recap.phone),
    summary: shortened(visible(recap.summary), limits.summary),
  };
}

/**
 * The message made of as much of a recap as fits.
 * @param render makes the message of a recap; its size counts in UTF-8
 */
export function fittingMessage(
  recap: Recap,
  { limits, maxBytes, render }: { limits: RecapLimits; maxBytes: number; render: (brief: Recap) => string },
): string {
  let message = '';
  for (const share of SHARES) {
    message = render(briefRecap(recap, scaled(limits, share)));
    if (Buffer.byteLength(message) <= maxBytes) break;
  }
  return message;
}

function scaled({ title, fact, ...texts }: RecapLimits, share: number): RecapLimits {
  const { summary, points, point, followUp } = texts;
  const part = (limit: number): number => Math.max(Math.floor(limit * share), 1);
  return { title, fact, summary: part(summary), points: part(points), point: part(point), followUp: part(followUp) };
}

function visible(text: string): string {
  return text.replaceAll('\r\n', '\n').replace(UNSEEN, ' ').trim();
}

function oneLine(text: string): string {
  return visible(text).replace(/\s+/g, ' ');
}
