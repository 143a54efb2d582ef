import type { CallDirection } from '@ringwell/domain/calls/call';
import type { Transcript } from '@ringwell/domain/calls/transcript';
import { foldName } from '@ringwell/domain/text/fold-name';

import { FIRST_NAMES } from './first-names';

export interface IntroductionContext {
  direction: CallDirection | null;
  customerName: string | null;
  company: string | null;
  /** First names of the account's agents and members. */
  knownNames: readonly string[];
}

// Recorded announcements and transfers may come first.
const TURNS_WITH_INTRODUCTION = 3;
// About five minutes of speech. Matching takes quadratic time.
const MAX_TURN_CHARS = 5_000;

// A possible name, uppercase or lowercase. The code below decides which of its words belong to a name.
const NAME = String.raw`(?:uh |um )?(?<name>\p{L}[\p{L}'’-]+(?: \p{L}[\p{L}'’-]*)?)`;
const INTRODUCTION_START = String.raw`(?:^|[,.;:!?…—-]\s*|\b(?:hi|hello|hey|morning|afternoon|evening|yes|and|uh|um|so) )`;
// Excludes "at the latest", "with pleasure", "from our crew".
const NOT_A_COMPANY = String.raw`(?:our|my|your|his|her|their|the (?:latest|earliest|moment)|least|last|first|all|an?|once|noon|pleasure|\d+)\b`;
const COMPANY_FOLLOWS = String.raw`(?=,? (?:over )?(?:with|at|from|of)\b(?! ${NOT_A_COMPANY}))`;

// Ordered from specific to general. "Is this Paul?" asks for the customer.
const INTRODUCTIONS = [
  String.raw`\b(?<!\b(?:is|was|if|does) )this(?: is|'s|’s) ${NAME}`,
  String.raw`\b(?<!\b(?:your|his|her|their|last|first|full|the) |['’]s )(?:my )?name(?: is|'s|’s) ${NAME}`,
  String.raw`\byou(?:'re|’re| are) (?:speaking|talking|on) (?:with|to) ${NAME}`,
  String.raw`${NAME} speaking\b(?! (?:with|to)\b|\?)`,
  String.raw`\b(?<!\b(?:is|was|if|does) )(?:it['’]?s|it is|i['’]m|i am|this) ${NAME}${COMPANY_FOLLOWS}`,
  String.raw`${INTRODUCTION_START}${NAME}${COMPANY_FOLLOWS}`,
  String.raw`[,.] ${NAME} here(?=[,.!?]|$)`,
  // Matches a whole first turn: "Barlow Electric, Steve."
  String.raw`^\p{L}+ [\p{L}&' ]+, (?:good (?:morning|afternoon|evening), )?${NAME}[.?!]?$`,
].map((pattern) => new RegExp(pattern, 'giu'));
const NAME_SPEAKING_INDEX = 3;
const FIRST_AMBIGUOUS_INDEX = 4;
const FIRST_VERBLESS_INDEX = 5;
const COMPANY_AND_NAME_INDEX = 7;

// Text that can follow the first name in an introduction.
const CONTINUATION = new RegExp(
  String.raw`^(?:$|\s*[,.;:!?…—]|\s+-|\s+(?:with|at|from|over|in|of|on|speaking|here|how|what|who|where|may|can|could|calling|the|your|and|again|y'?all|i|i'm|i’m|is|are|do|thank|thanks|hi|hello)\b)`,
  'iu',
);
// The agent is asking whether this is the customer's name.
const NAME_QUESTION = /^\s*(?:\?|,? (?:right|correct|is that right|yes)\b)/iu;

// Customers introduce themselves, too, and say what they need.
const CUSTOMER_SPEAKS =
  /\b(?:i need|i have an?|i've got an?|i was wondering|i wanted to (?:see|ask|know|book|schedule)|i'd like to|my (?!name|pleasure|apologies|records?|notes?|manager|guys?|tech|crew|system|screen|schedule|computer|boss|dispatch))/iu;

/**
 * The agent's name from the introduction at the start of a call, or `null` if uncertain. A wrong name is worse than
 * none, so lowercase text must contain a known name, the customer's name is never accepted, and the company's only if
 * the account knows it.
 */
export function findIntroducedName(
  { segments, quality }: Pick<Transcript, 'segments' | 'quality'>,
  context: IntroductionContext,
): string | null {
  if (quality?.level === 'poor') return null;
  for (const [position, { text: turn, earlierWords }] of listAgentTurns(segments).entries()) {
    if (context.direction !== 'outbound' && CUSTOMER_SPEAKS.test(turn)) continue;
    for (const [index, pattern] of INTRODUCTIONS.entries()) {
      // After the customer's first words, agents also mention other people and dates.
      if (index >= FIRST_AMBIGUOUS_INDEX && context.direction !== 'outbound' && position > 0) continue;
      if (index === COMPANY_AND_NAME_INDEX && (position > 0 || !/^\p{Lu}\S* (?:&|and|\p{Lu})/u.test(turn))) continue;
      for (const match of turn.matchAll(pattern)) {
        const name = extractName(match, turn, index, context);
        if (name !== null && !earlierWords.has(foldName(name.split(' ')[0] ?? ''))) return name;
      }
    }
  }
  return null;
}

interface AgentTurn {
  text: string;
  /** The other speakers' earlier words, which may include their own names. */
  earlierWords: ReadonlySet<string>;
}

// Engines may split a turn into several segments.
function listAgentTurns(segments: Transcript['segments']): AgentTurn[] {
  const turns: AgentTurn[] = [];
  const wordsSoFar = new Set<string>();
  let lastSpeaker: string | undefined;
  for (const { speaker, text } of segments) {
    const current = turns.at(-1);
    if (speaker !== 'agent') for (const word of text.split(/[^\p{L}'’-]+/u)) wordsSoFar.add(foldName(word));
    else if (lastSpeaker === 'agent' && current) current.text += ` ${text}`;
    else turns.push({ text: text.trim(), earlierWords: new Set(wordsSoFar) });
    lastSpeaker = speaker;
    if (turns.length > TURNS_WITH_INTRODUCTION) break;
  }
  return turns
    .slice(0, TURNS_WITH_INTRODUCTION)
    .map(({ text, earlierWords }) => ({ text: text.slice(0, MAX_TURN_CHARS), earlierWords }));
}

function extractName(
  match: RegExpMatchArray,
  turn: string,
  patternIndex: number,
  context: IntroductionContext,
): string | null {
  const matchedName = match.groups?.['name'] ?? '';
  const start = (match.index ?? 0) + match[0].lastIndexOf(matchedName);
  const words = matchedName.split(' ');
  // A lowercase word before "Joan speaking" is part of the company's name.
  const [first = '', second] =
    patternIndex === NAME_SPEAKING_INDEX && words.length === 2 && !isName(words) ? words.slice(1) : words;
  const hasLastName = second !== undefined && isName([first, second]) && !CONTINUATION.test(` ${second}`);
  const end = start + (hasLastName || first !== words[0] ? matchedName.length : first.length);
  const followingText = turn.slice(end);
  if (NAME_QUESTION.test(followingText) || (patternIndex !== NAME_SPEAKING_INDEX && !CONTINUATION.test(followingText)))
    return null;
  const isKnownName = FIRST_NAMES.has(foldName(first)) || context.knownNames.some((name) => isSameName(name, first));
  const isWrittenAsName = isCapitalized(first) && !NOT_A_NAME.test(first);
  if (
    !isKnownName &&
    !(isWrittenAsName && !hasLastName && patternIndex < FIRST_VERBLESS_INDEX && isNextToCompany(turn, start))
  )
    return null;
  if (isCustomerOrCompany(first, context)) return null;
  return hasLastName ? `${capitalize(first)} ${second}` : capitalize(first);
}

// Two words are a full name if both are written like names and the first is a known name.
function isName([first = '', second = '']: readonly string[]): boolean {
  return isCapitalized(first) && isCapitalized(second) && FIRST_NAMES.has(foldName(first));
}

function isCustomerOrCompany(first: string, { customerName, company, knownNames }: IntroductionContext): boolean {
  const isAmongNames = (names: string | null): boolean =>
    (names ?? '').split(/[^\p{L}'’]+/u).some((name) => isSameName(name, first));
  return isAmongNames(customerName) || (isAmongNames(company) && !knownNames.some((name) => isSameName(name, first)));
}

const NOT_A_NAME =
  /^(?:accounts?|answering|billing|the|customer|dispatch|emergency|estimating|front|heating|cooling|management|office|parts|plumbing|electric|roofing|reception|sales|scheduling|service|services|support|warranty|mister|mr|mrs|ms|miss|dr|sir|ma'am|monday|tuesday|wednesday|thursday|friday|saturday|sunday|january|february|march|july|august|september|october|november|december)$/iu;

// A capitalized word next to the name is part of the company's name, unless it starts the turn.
function isNextToCompany(turn: string, start: number): boolean {
  const precedingSentences = turn.slice(0, start).split(/[.?!]/);
  return (
    precedingSentences.some((sentence) => / \p{Lu}\p{L}/u.test(sentence.replace(/^.*?\p{Lu}\p{L}/su, ''))) ||
    /^\S+ (?:over )?(?:with|at|from) (?:the )?\p{Lu}/u.test(turn.slice(start))
  );
}

function isSameName(a: string, b: string): boolean {
  return foldName(a) === foldName(b);
}

function isCapitalized(word: string): boolean {
  return /^\p{Lu}/u.test(word);
}

function capitalize(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
