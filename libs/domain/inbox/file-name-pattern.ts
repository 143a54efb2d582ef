import { parseCallDirection } from '../calls/call';

/** How to match a pattern part. Like a lazy quantifier, each part matches as few characters as possible. */
interface PartRule {
  characters: RegExp;
  minimum: number;
  maximum: number;
  accepts?: (text: string) => boolean;
  /** Displayed to users. */
  description: string;
}

const ANY_CHARACTER = /[^/]/u;
const DIGIT = /\d/;
const DATE_CHARACTER = /[\d._-]/;
const YEAR_FIRST = /^(\d{4})([._-]?)(\d{2})\2(\d{2})$/;
const YEAR_LAST = /^(\d{2})([._-])(\d{2})\2(\d{4})$/;
const TIME = /^(\d{2})([.:_-]?)(\d{2})(?:\2(\d{2}))?$/;
// A phone number in any format, an extension, or a word such as anonymous.
const NUMBER = /^(?:\+?[\d*#(][\d ().*#-]{0,22}[\d*#]|\d|\p{L}{2,20})$/u;

const numberRule = (description: string): PartRule => ({
  characters: /[\p{L}\d+*#() .-]/u,
  minimum: 1,
  maximum: 25,
  accepts: (text) => NUMBER.test(text),
  description,
});
const digitsRule = (length: number, description: string): PartRule => ({
  characters: DIGIT,
  minimum: length,
  maximum: length,
  description,
});
const textRule = (minimum: number, description: string): PartRule => ({
  characters: ANY_CHARACTER,
  minimum,
  maximum: 100,
  description,
});

export const PATTERN_PARTS = {
  number: numberRule("The customer's number"),
  from: numberRule('Who called: a number or an extension'),
  to: numberRule('Who was called: a number or an extension'),
  direction: {
    characters: /[a-z-]/i,
    minimum: 2,
    maximum: 13,
    accepts: (word) => parseCallDirection(word) !== undefined,
    description: 'in, out, inbound, outgoing or similar',
  },
  extension: { characters: DIGIT, minimum: 1, maximum: 8, description: "The agent's extension" },
  group: { characters: /[\p{L}\d]/u, minimum: 1, maximum: 20, description: 'A queue or ring group' },
  agent: textRule(1, "The agent's name"),
  customer: textRule(1, "The customer's name"),
  date: {
    characters: DATE_CHARACTER,
    minimum: 8,
    maximum: 10,
    accepts: isDate,
    description: '20261128, 2026-11-28, 11-28-2026',
  },
  time: { characters: /[\d.:_-]/, minimum: 4, maximum: 8, accepts: isTime, description: '101500, 10-15-00, 1015' },
  datetime: {
    ...digitsRule(14, '20261128101500'),
    accepts: (text) => isDate(text.slice(0, 8)) && isTime(text.slice(8)),
  },
  epoch: {
    ...digitsRule(10, 'Seconds since 1970, such as 1795861300'),
    accepts: (seconds) => !seconds.startsWith('0'),
  },
  year: digitsRule(4, '2026, such as in a folder name'),
  month: digitsRule(2, '11'),
  day: digitsRule(2, '28'),
  any: textRule(0, 'Anything'),
} as const satisfies Record<string, PartRule>;

export type PatternPart = keyof typeof PATTERN_PARTS;
export type MatchedParts = Partial<Record<PatternPart, string>>;

type Token = { text: string } | { part: PatternPart };

export const MAX_PATTERNS = 20;
export const MAX_PATTERN_LENGTH = 200;
const MAX_PARTS = 20;
// Longer names don't match any pattern.
const MAX_PATH_LENGTH = 500;
// Real names take a few hundred steps. Far more steps would block the process.
const MAX_STEPS = 20_000;

const PLACEHOLDER = /\{([a-z]*)\}/g;

/** Returns a sentence about what's wrong with a pattern, or null if it's valid. */
export function findPatternProblem(pattern: string): string | null {
  if (pattern.length > MAX_PATTERN_LENGTH) return `A pattern can have at most ${MAX_PATTERN_LENGTH} characters.`;
  const parts = [...pattern.matchAll(PLACEHOLDER)].map(([, name = '']) => name);
  const unknownName = parts.find((name) => !isPatternPart(name));
  if (unknownName !== undefined)
    return `{${unknownName}} doesn't exist. Use ${formatParts(Object.keys(PATTERN_PARTS))}.`;
  if (/[{}]/.test(pattern.replace(PLACEHOLDER, ''))) return 'Put each part in braces, such as {number}.';
  if (parts.length > MAX_PARTS) return `A pattern can have at most ${MAX_PARTS} parts.`;
  const namedParts = parts.filter((name) => name !== 'any');
  if (namedParts.length === 0) return 'Add at least one part, such as {number}, {date} or {time}.';
  const duplicateName = namedParts.find((name, index) => namedParts.indexOf(name) !== index);
  if (duplicateName !== undefined) return `Use {${duplicateName}} only once.`;
  return null;
}

/**
 * Matches a file name against a pattern. Patterns deliberately aren't regular expressions, so none can be slow to
 * match. Only compares folders and the file extension if the pattern has them.
 * @param path the file's path, with `/` between folders
 * @returns the parts, or null if the whole name doesn't match
 */
export function matchPattern(pattern: string, path: string): MatchedParts | null {
  const folders = pattern.split('/').length;
  const name = path.split('/').slice(-folders).join('/');
  const subject = EXTENSION.test(pattern) ? name : name.replace(EXTENSION, '');
  return subject.length > MAX_PATH_LENGTH ? null : new Matcher(tokenize(pattern), subject).match();
}

// An audio file's extension starts with a letter, so `.12` is part of the name.
const EXTENSION = /\.[a-z][a-z\d]{1,4}$/i;

class Matcher {
  // Positions in the pattern and the name that don't match, so that none are tried twice.
  private readonly failedPositions = new Set<number>();
  private readonly matchedParts: MatchedParts = {};
  private stepsLeft = MAX_STEPS;

  constructor(
    private readonly tokens: readonly Token[],
    private readonly name: string,
  ) {}

  match(): MatchedParts | null {
    return this.matches(0, 0) ? this.matchedParts : null;
  }

  private matches(index: number, offset: number): boolean {
    const token = this.tokens[index];
    if (!token) return offset === this.name.length;
    const position = index * (MAX_PATH_LENGTH + 1) + offset;
    if (this.failedPositions.has(position)) return false;
    const isMatch =
      'text' in token ? this.matchesText(token.text, index, offset) : this.matchesPart(token.part, index, offset);
    if (!isMatch) this.failedPositions.add(position);
    return isMatch;
  }

  private matchesText(text: string, index: number, offset: number): boolean {
    const end = offset + text.length;
    return this.name.slice(offset, end).toLowerCase() === text.toLowerCase() && this.matches(index + 1, end);
  }

  private matchesPart(part: PatternPart, index: number, offset: number): boolean {
    const { characters, minimum, maximum, accepts }: PartRule = PATTERN_PARTS[part];
    for (let end = offset; end - offset <= maximum; end += 1) {
      this.stepsLeft -= 1;
      if (this.stepsLeft < 0) return false;
      if (end > offset && !characters.test(this.name.charAt(end - 1))) return false;
      if (end > this.name.length) return false;
      const text = this.name.slice(offset, end);
      if (text.length < minimum || accepts?.(text) === false || !this.matches(index + 1, end)) continue;
      if (part !== 'any') this.matchedParts[part] = text;
      return true;
    }
    return false;
  }
}

function tokenize(pattern: string): Token[] {
  return pattern
    .split(/(\{[a-z]+\})/)
    .filter((piece) => piece !== '')
    .map((piece) => {
      const name = piece.slice(1, -1);
      return piece.startsWith('{') && isPatternPart(name) ? { part: name } : { text: piece };
    });
}

function isPatternPart(name: string): name is PatternPart {
  return Object.hasOwn(PATTERN_PARTS, name);
}

/** Converts a date in any supported format to YYYY-MM-DD; undefined if it's invalid. */
export function toIsoDate(text: string): string | undefined {
  const [, year, , month, day] = YEAR_FIRST.exec(text) ?? [];
  const [, usMonth, , usDay, usYear] = YEAR_LAST.exec(text) ?? [];
  const iso = year === undefined ? `${usYear}-${usMonth}-${usDay}` : `${year}-${month}-${day}`;
  const date = new Date(`${iso}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(iso) ? iso : undefined;
}

/** Converts a time in any supported format to HH:MM:SS; undefined if it's invalid. */
export function toIsoTime(text: string): string | undefined {
  const [, hours, , minutes, seconds = '00'] = TIME.exec(text) ?? [];
  return Number(hours) < 24 && Number(minutes) < 60 && Number(seconds) < 60
    ? `${hours}:${minutes}:${seconds}`
    : undefined;
}

function isDate(text: string): boolean {
  return toIsoDate(text) !== undefined;
}

function isTime(text: string): boolean {
  return toIsoTime(text) !== undefined;
}

function formatParts(names: readonly string[]): string {
  return names.map((name) => `{${name}}`).join(', ');
}
