import { parseCallDirection, type CallDirection } from '../calls/call';
import { isWithheld } from '../customers/phone';
import { toIsoDate, toIsoTime, matchPattern, type MatchedParts } from './file-name-pattern';

/** Call details read from a recording's file name. */
export interface FileNameDetails {
  pattern: string;
  direction?: CallDirection;
  from?: string;
  to?: string;
  customerName?: string;
  /** The agent's name or, if unknown, `Extension 201`. */
  agentName?: string;
  /** ISO 8601; without an offset, in the account's time zone. */
  startedAt?: string;
}

/** File name patterns of phone systems, tried in this order after the account's own. */
export const BUILT_IN_PATTERNS: Record<string, readonly string[]> = {
  // type-callee-caller-date-time-id, in folders by year, month and day.
  'FreePBX, Issabel and Asterisk': [
    'q-{group}-{from}-{date}-{time}-{any}',
    'rg-{group}-{from}-{date}-{time}-{any}',
    '{direction}-{to}-{from}-{date}-{time}-{any}',
    '{any}-{to}-{from}-{date}-{time}-{any}',
  ],
  '3CX': ['[{agent}]_{from}-{to}_{datetime}({any})', '[{agent}]_{from}-{to}_{datetime}{any}'],
  'Grandstream UCM': ['auto-{epoch}-{from}-{to}', 'auto-{epoch}-{from}-{to}-{any}'],
  'Other recorders': [
    '{date}-{time}-{direction}-{number}',
    '{date}_{time}_{direction}_{number}',
    '{direction}_{number}_{date}_{time}',
    '{direction}-{number}-{date}-{time}',
    '{date}-{time}-{from}-{to}',
    '{date}_{time}_{from}_{to}',
    '{datetime}_{from}_{to}',
    '{datetime}-{from}-{to}',
    '{from}_{to}_{date}_{time}',
    '{number}_{date}_{time}',
    '{number}-{date}-{time}',
    '{date}_{time}_{number}',
    '{date}-{time}-{number}',
  ],
};

const ALL_BUILT_IN_PATTERNS = Object.values(BUILT_IN_PATTERNS).flat();

// Numbers this short are extensions.
const EXTENSION = /^\d{2,6}$/;

/**
 * Reads the name using the first matching pattern.
 * @param path the file's path, with `/` between folders
 * @param customPatterns the account's own patterns, tried first
 * @returns null if no pattern matches
 */
export function readFileName(path: string, customPatterns: readonly string[]): FileNameDetails | null {
  const composedPath = path.normalize('NFC'); // Macs separate letters from their accents
  for (const pattern of [...customPatterns, ...ALL_BUILT_IN_PATTERNS]) {
    const parts = matchPattern(pattern, composedPath);
    if (parts) return { pattern, ...toDetails(parts) };
  }
  return null;
}

function toDetails(parts: MatchedParts): Omit<FileNameDetails, 'pattern'> {
  const namedDirection = parts.direction === undefined ? undefined : parseCallDirection(parts.direction);
  const isOutbound = namedDirection === 'outbound';
  const from = parts.from ?? (isOutbound ? undefined : parts.number);
  const to = parts.to ?? (isOutbound ? parts.number : undefined);
  const direction = namedDirection ?? inferDirection(parts, from, to);
  const extension = parts.extension ?? [direction === 'inbound' ? to : from].find(isExtension);
  return {
    direction,
    from: parsePhoneNumber(from),
    to: parsePhoneNumber(to),
    customerName: parts.customer?.trim() || undefined,
    agentName: parts.agent?.trim() || (extension && `Extension ${extension}`),
    startedAt: parseStartTime(parts),
  };
}

// In a call between an extension and an outside number, the extension's side determines the direction.
function inferDirection(parts: MatchedParts, from?: string, to?: string): CallDirection | undefined {
  const isCallerInternal = isExtension(from) || (from === undefined && parts.extension !== undefined);
  const isCalleeInternal = isExtension(to) || (to === undefined && (parts.group ?? parts.extension) !== undefined);
  if (isCallerInternal === isCalleeInternal || parts.number !== undefined) return undefined;
  return isCalleeInternal ? 'inbound' : 'outbound';
}

function isExtension(number: string | undefined): boolean {
  return number !== undefined && EXTENSION.test(number);
}

function parsePhoneNumber(text: string | undefined): string | undefined {
  return text === undefined || !/\d/.test(text) || isWithheld(text) ? undefined : text.trim();
}

function parseStartTime({ date, time, datetime, epoch, year, month, day }: MatchedParts): string | undefined {
  if (epoch !== undefined) return new Date(Number(epoch) * 1_000).toISOString();
  const dateText = date ?? datetime?.slice(0, 8) ?? (year && month && day ? `${year}-${month}-${day}` : '');
  const [isoDay, isoTime] = [toIsoDate(dateText), toIsoTime(time ?? datetime?.slice(8) ?? '')];
  return isoDay && isoTime && `${isoDay}T${isoTime}`;
}
