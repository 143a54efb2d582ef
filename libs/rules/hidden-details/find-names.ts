import type { HiddenSpan } from '@ringwell/domain/deliveries/hidden-details';
import { foldName } from '@ringwell/domain/text/fold-name';

export interface PartyNames {
  /** Customer names; null if unknown. */
  customers: readonly (string | null)[];
  /** Not hidden, because agents are staff. */
  agent?: string | null;
}

// Names that are also words. At the start of a sentence, they're treated as words.
const AMBIGUOUS_NAMES = new Set(
  (
    'will may mark bill grant rose hope faith grace art frank rich dean chase april june august summer autumn young long short ' +
    'white black green brown gray king price baker cook page park banks fields hill wood woods stone rivers lane rob pat sue jack ' +
    'drew joy dawn ivy lily ray guy miles carter mason porter hunter gene sandy rusty storm early church love case best day'
  ).split(' '),
);
// Parts of a customer's name that don't identify anyone.
const NON_NAME_PARTS = new Set(
  (
    'mr mrs ms miss dr the and of de la for from at by in on to with llc inc corp co company service services customer unknown ' +
    'anonymous caller'
  ).split(' '),
);
const INITIAL_CAPITAL = /^\p{Lu}/u;
const MIN_LETTERS = 2;
const INTRODUCED_NAME =
  /(?<![\p{L}\p{M}])(?:(?:[Mm]y|[Tt]he|[Hh]er|[Hh]is|[Cc]ustomer(?:'s|’s)?) name is|[Mm]y name(?:'s|’s)|[Uu]nder the name(?: of)?|[Mm]rs?\.?|[Mm]s\.?|[Mm]iss|[Cc]ustomer|[Cc]aller|[Hh]omeowner|[Tt]enant|[Ll]andlord)[,:]? (\p{Lu}[\p{L}\p{M}'’-]+(?: \p{Lu}[\p{L}\p{M}'’-]+){0,2})/gu;
const WORD = /[\p{L}\p{M}]+(?:['’-][\p{L}\p{M}]+)*/gu;
const POSSESSIVE = /['’]s$/;
// Words that follow "customer" or "caller" without being a name.
const NON_NAMES =
  /^(?:Mrs?|Ms|Miss|Dr|I|The|This|That|It|He|She|They|We|You|Not|No|Yes|And|But|Called|Calling|Wants|Needs|Says|Said|Asked|Is|Was|Has|Service|Support|Care|Ringwell|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday|Happiness)$/;

/**
 * Finds full or partial names of a call's customers, and names introduced in the text ("my name is Karen Miller", "Mrs.
 * Ortiz"). Agents' names aren't hidden.
 */
export function findNames(text: string, { customers, agent = null }: PartyNames): HiddenSpan[] {
  const customerNames = new Set(customers.flatMap((name) => splitName(name ?? '')));
  const staff = new Set(splitName(agent ?? ''));
  const introducedSpans = [...text.matchAll(INTRODUCED_NAME)].flatMap((match) => findIntroducedName(match, staff));
  if (customerNames.size === 0) return introducedSpans;
  const customerSpans = [...text.matchAll(WORD)].flatMap((match) => findCustomerName(text, match, customerNames));
  return [...introducedSpans, ...joinAdjacent(text, customerSpans)];
}

function findIntroducedName(match: RegExpExecArray, staff: ReadonlySet<string>): HiddenSpan[] {
  const [phrase, name = ''] = match;
  const first = name.split(' ')[0] ?? '';
  if (NON_NAMES.test(first) || splitName(name).some((part) => staff.has(part))) return [];
  const end = match.index + phrase.length;
  return [{ kind: 'name', start: end - name.length, end: end - (POSSESSIVE.exec(name)?.[0].length ?? 0) }];
}

// Names are capitalized, unless the recognizer writes everything in lowercase.
function findCustomerName(text: string, match: RegExpExecArray, customerNames: ReadonlySet<string>): HiddenSpan[] {
  const { index, 0: matched } = match;
  const word = matched.replace(POSSESSIVE, '');
  const folded = foldWord(word);
  if (!customerNames.has(folded)) return [];
  const isWord = AMBIGUOUS_NAMES.has(folded);
  if (/^\p{Ll}/u.test(word) && (isWord || INITIAL_CAPITAL.test(text.trimStart()))) return [];
  if (isWord && isSentenceStart(text, index) && !isFollowedByName(text, index + matched.length, customerNames))
    return [];
  return [{ kind: 'name', start: index, end: index + word.length }];
}

function isSentenceStart(text: string, position: number): boolean {
  return /(?:^|[.!?:\n"“]\s*|[-•]\s)$/.test(text.slice(Math.max(0, position - 4), position));
}

function isFollowedByName(text: string, position: number, customerNames: ReadonlySet<string>): boolean {
  const next = /^ (\p{Lu}[\p{L}\p{M}]*)/u.exec(text.slice(position, position + 40))?.[1];
  return next !== undefined && customerNames.has(foldWord(next));
}

function joinAdjacent(text: string, spans: readonly HiddenSpan[]): HiddenSpan[] {
  const result: HiddenSpan[] = [];
  for (const span of spans) {
    const last = result.at(-1);
    if (last && /^[ .]{1,2}$|^ \p{Lu}\. $/u.test(text.slice(last.end, span.start))) last.end = span.end;
    else result.push({ ...span });
  }
  return result;
}

function splitName(name: string): string[] {
  return [...name.matchAll(WORD)]
    .map(([part]) => foldWord(part))
    .filter((part) => part.length >= MIN_LETTERS && !NON_NAME_PARTS.has(part));
}

function foldWord(word: string): string {
  return foldName(word).replaceAll('’', "'");
}
