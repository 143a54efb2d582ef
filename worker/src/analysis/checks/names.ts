import { removeAccents } from '@ringwell/domain/text/fold-name';

import { localModel } from '../engines/local/local-model';
import { contentStems } from '../engines/local/words';
import { countWords } from './sentences';

// Capitalized words that aren't names, and names that are common knowledge.
const NON_NAMES = new Set(
  (
    'i a an the this that these those he she it they we his her hers their its our who what when where why how which there here ' +
    'and but or so if as at in on by to of for from with without after before since until while during because although though ' +
    'no not none never nobody nothing neither both all each every some any most more many several other others another one two three four five ' +
    'customer customers caller callers agent company office technician tech plumber electrician installer crew contractor manager owner tenant landlord homeowner ' +
    'mr mrs ms miss mister dr sr jr st ave rd ln ct blvd street avenue road lane court drive boulevard apt unit ' +
    'cleaner neighbor neighbour salesman salesperson dispatcher realtor inspector adjuster supervisor nurse driver ' +
    'plumbing roofing electric electrical heating cooling air home repair services service ' +
    'am pm ac hvac ev gps tbd tv ok okay id pin pdf us usa llc inc hoa gfci pvc seer btu ghz po co ' +
    'north south east west christmas easter thanksgiving english spanish'
  ).split(' '),
);
const WEEKDAYS = 'monday tuesday wednesday thursday friday saturday sunday'.split(' ');
const MONTHS = 'january february march april may june july august september october november december'.split(' ');
const DATES = new Set([...WEEKDAYS, ...MONTHS, 'tomorrow', 'yesterday', 'weekend']);
// Uncapitalized, "may" and "march" are rarely months.
const DATE_NAMES = new Set([...WEEKDAYS, ...MONTHS].map((name) => name.charAt(0).toUpperCase() + name.slice(1)));

const WORD = /[\p{L}\p{M}\d]+(?:['’&.-][\p{L}\p{M}\d]+)*/gu;
const SENTENCE_START = /(?:^|[.!?:;]["”')]*\s+|["“(])$/;
const MAX_SENTENCE_BREAK = 20; // characters
const NOUN_OR_VERB = /(?:s|ed|ing|tion|sion|ment|al|ly|ness|ity|ance|ence|est|mail|ant)$/;
const FOLLOWING_VERB =
  /^\s+(?:(?:has|had|was|is|will|never|did|does|can|could|would|also|then|already|still)\b|\p{Ll}{2,}ed\b|(?:took|came|went|said|told|left|paid|made|gave|got|sent|found|wants|needs|asks|says|calls)\b)/u;
const MIN_SIMILAR_LENGTH = 5;
const MIN_EXTRA_SUPPORT = 2;
const MAX_ANSWER_WORDS = 8;

/** Spoken words, indexed for comparison with written names. */
export interface SpokenWordIndex {
  words: ReadonlySet<string>;
  /** Adjacent words joined without a space, because recognizers split unknown words. */
  joinedWords: ReadonlySet<string>;
}

export function indexSpokenWords(texts: readonly string[]): SpokenWordIndex {
  const words = new Set<string>();
  const joinedWords = new Set<string>();
  for (const text of texts) {
    const spokenWords = (text.match(WORD) ?? []).flatMap((word) => splitWord(word));
    for (const [index, word] of spokenWords.entries()) {
      words.add(word);
      joinedWords
        .add(word + (spokenWords[index + 1] ?? ''))
        .add(word + (spokenWords[index + 1] ?? '') + (spokenWords[index + 2] ?? ''));
    }
    for (const spelled of text.match(/\b(?:\p{L}[\s.-]+){2,}\p{L}\b/gu) ?? []) words.add(normalizeWord(spelled));
  }
  return { words, joinedWords };
}

/** Names of people, places and brands that the sentence mentions but no one said. */
export function findUnsupportedNames(sentence: string, spoken: SpokenWordIndex): string[] {
  return [...sentence.matchAll(WORD)].flatMap(({ 0: word, index }) => {
    if (!/^\p{Lu}\D*$/u.test(word) || DATES.has(word.toLowerCase())) return [];
    const isSentenceStart = SENTENCE_START.test(sentence.slice(Math.max(0, index - MAX_SENTENCE_BREAK), index));
    return splitWord(word, /^\p{Lu}\p{L}/u).filter(
      (part) =>
        !NON_NAMES.has(part) &&
        !(isSentenceStart && isCommonWord(part, sentence.slice(index + word.length))) &&
        !wasSpoken(part, spoken),
    );
  });
}

/**
 * Days and months that the sentence mentions but no one said, plus weekdays that were said about something else. That's
 * assumed if a segment with a different weekday clearly shares more words with the sentence, unless the sentence and a
 * segment both use the weekday as a deadline.
 */
export function findUnsupportedDates(sentence: string, { words }: SpokenWordIndex, texts: readonly string[]): string[] {
  const names = (sentence.match(WORD) ?? []).map((word) => word.replace(/['’]s$/, '')).filter(isDate);
  const days = names.map(normalizeDay);
  return names.filter((word) => {
    const day = normalizeDay(word);
    if (!words.has(day) && !words.has(`${day}s`)) return true;
    if (isSpokenDeadline(sentence, day, texts)) return false;
    const support = countSharedWords(sentence, day, texts);
    const otherDays = WEEKDAYS.filter((otherDay) => WEEKDAYS.includes(day) && !days.includes(otherDay));
    return otherDays.some((otherDay) => countSharedWords(sentence, otherDay, texts) >= support + MIN_EXTRA_SUPPORT);
  });
}

function isDate(word: string): boolean {
  const day = normalizeDay(word);
  return DATE_NAMES.has(word) || (DATES.has(day) && !MONTHS.includes(day));
}

// Calls contain few deadlines, while "on Friday" can refer to anything.
function isSpokenDeadline(sentence: string, day: string, texts: readonly string[]): boolean {
  const deadline = new RegExp(`\\b(?:by|before|until|till?|than) (?:this |next )?${day}\\b`, 'i');
  return deadline.test(sentence) && texts.some((text) => deadline.test(text));
}

function normalizeDay(word: string): string {
  return normalizeWord(word).replace(/s$/, '');
}

// Returns the most content words that the sentence shares with any segment that mentions the day. Short answers
// include the preceding segment.
function countSharedWords(sentence: string, day: string, texts: readonly string[]): number {
  const stems = [...contentStems(sentence)];
  const counts = texts
    .map((text, index) => (countWords(text) <= MAX_ANSWER_WORDS ? `${texts[index - 1] ?? ''} ${text}` : text))
    .filter((_, index) => texts[index]?.toLowerCase().includes(day))
    .map((text) => {
      const spokenStems = contentStems(text);
      return stems.filter((stem) => !DATES.has(stem) && spokenStems.has(stem)).length;
    });
  return Math.max(-MIN_EXTRA_SUPPORT, ...counts);
}

// Every sentence starts with a capital letter, so the first word is only treated as a name if it doesn't occur in the
// training calls or another name follows.
function isCommonWord(word: string, followingText: string): boolean {
  if (/^(?:['’]s)?\s+\p{Lu}/u.test(followingText)) return false;
  return (
    NOUN_OR_VERB.test(word) ||
    !FOLLOWING_VERB.test(followingText) ||
    localModel().label.speakers.hasNgram(word) ||
    localModel().followUp.speakers.hasNgram(word)
  );
}

function wasSpoken(name: string, { words, joinedWords }: SpokenWordIndex): boolean {
  if (
    words.has(name) ||
    joinedWords.has(name) ||
    words.has(`${name}s`) ||
    (name.endsWith('s') && words.has(name.slice(0, -1)))
  )
    return true;
  return name.length >= MIN_SIMILAR_LENGTH && [...words].some((word) => isSimilar(name, word));
}

// Tolerates a one-letter difference, because names have several spellings.
function isSimilar(name: string, word: string): boolean {
  if (Math.abs(name.length - word.length) > 1 || name[0] !== word[0]) return false;
  let position = 0;
  while (position < name.length && name[position] === word[position]) position += 1;
  const [remainingName, remainingWord] = [name.slice(position), word.slice(position)];
  return (
    remainingName.slice(1) === remainingWord.slice(1) ||
    remainingName.slice(1) === remainingWord ||
    remainingName === remainingWord.slice(1)
  );
}

function splitWord(word: string, pattern = /./): string[] {
  const parts = word.replace(/['’](?:s|ll|d|ve|re)$/i, '').split(/[&-]/);
  return parts
    .filter((part) => pattern.test(part))
    .map(normalizeWord)
    .filter(Boolean);
}

function normalizeWord(word: string): string {
  return removeAccents(word)
    .replace(/[^\p{L}\p{M}\d]/gu, '')
    .toLowerCase();
}
