import { SENTENCE } from '../text/sentence';
import type { Speaker, TranscriptSegment } from './transcript';

/** Positions in the text, in UTF-16 units; `end` is exclusive. */
export interface Mark {
  start: number;
  end: number;
}

/** The sentence in a call that matched a search, with the words to highlight. */
export interface Passage {
  source: 'transcript' | 'summary';
  text: string;
  marks: Mark[];
  /** Null for a summary, like `startSeconds`. */
  speaker: Speaker | null;
  /** Where the sentence's segment starts in the recording. */
  startSeconds: number | null;
}

/** Indexes of the search terms that each written form matches. */
export type TermsByForm = ReadonlyMap<string, readonly number[]>;

/** A term that PostgreSQL searches for: a stem, or the beginning of one. */
export interface SearchTerm {
  stem: string;
  isPrefix: boolean;
}

// Some recognizers omit periods, so longer sentences are shortened around the highlights.
const MAX_LENGTH = 220;
const LEAD_LENGTH = 60;
// Looking for so few forms excludes most segments faster than splitting them into words.
const MAX_CHECKED_FORMS = 100;

// Matches a phone number, any other number, or a word. PostgreSQL determines which terms it matches.
const FORM_PATTERN =
  /(?:\+?1[ .-]?)?(?<!\d)\(?\d{3}\)?[ .-]{0,2}\d{3}[ .-]?\d{4}(?!\d)|\d+(?:[,.:/-]\d+)*(?![\p{L}\p{N}])|[\p{L}\p{M}\p{N}]+(?:['’ʼ][\p{L}\p{M}]+)*/gu;

/** Parses the terms of a `tsquery` without negations: `'dishwash' & 'leak':*`. */
export function searchTerms(query: string): SearchTerm[] {
  return [...query.matchAll(/'((?:[^']|'')+)'(:\*)?/g)].map(([, stem = '', prefixMark]) => ({
    stem: stem.replaceAll("''", "'"),
    isPrefix: prefixMark !== undefined,
  }));
}

/** Returns the words and numbers in the texts that may match a term. Stemming never changes the first letter. */
export function candidateForms(texts: readonly string[], terms: readonly SearchTerm[]): string[] {
  const initials = new Set(terms.map(({ stem }) => stem.charAt(0)));
  const hasNumber = terms.some(({ stem }) => /^\d/.test(stem));
  const forms = new Set(texts.flatMap((text) => text.match(FORM_PATTERN) ?? []));
  return [...forms].filter((form) => initials.has(firstLetter(form)) || (hasNumber && /\d/.test(form)));
}

function firstLetter(form: string): string {
  return form.normalize('NFKD').charAt(0).toLowerCase();
}

/**
 * Returns the sentence that contains the most terms, or `undefined` if none does. Ties go to the longest run of terms,
 * then to the transcript, then to the earliest sentence.
 */
export function findPassage(
  segments: readonly TranscriptSegment[],
  summary: string | null,
  termsByForm: TermsByForm,
): Passage | undefined {
  const forms = [...termsByForm.keys()];
  let best: Passage | undefined;
  let bestScore = 0;
  const scoreSentences = (text: string, origin: Pick<Passage, 'source' | 'speaker' | 'startSeconds'>): void => {
    if (forms.length <= MAX_CHECKED_FORMS && !forms.some((form) => text.includes(form))) return;
    for (const [sentence] of text.matchAll(SENTENCE)) {
      const words = findWords(sentence, termsByForm);
      const score = scoreWords(words);
      if (score > bestScore) {
        bestScore = score;
        best = { ...origin, ...shortenSentence(sentence, findMarks(words)) };
      }
    }
  };
  for (const { text, speaker, startMs } of segments)
    scoreSentences(text, { source: 'transcript', speaker, startSeconds: startMs / 1_000 });
  if (summary !== null) scoreSentences(summary, { source: 'summary', speaker: null, startSeconds: null });
  return best;
}

interface Word extends Mark {
  terms: readonly number[];
}

function findWords(text: string, termsByForm: TermsByForm): Word[] {
  return [...text.matchAll(FORM_PATTERN)].map(({ 0: form, index }) => ({
    start: index,
    end: index + form.length,
    terms: termsByForm.get(form) ?? [],
  }));
}

// Ranks by distinct terms, then by the longest run of words in the same order as in the search.
function scoreWords(words: readonly Word[]): number {
  const distinctTerms = new Set(words.flatMap(({ terms }) => terms)).size;
  let longestRun = 0;
  let runLength = 0;
  let previous: readonly number[] = [];
  for (const { terms } of words) {
    const isConsecutive = terms.some((term) => previous.includes(term - 1));
    runLength = terms.length === 0 ? 0 : isConsecutive ? runLength + 1 : 1;
    longestRun = Math.max(longestRun, runLength);
    previous = terms;
  }
  return distinctTerms * 1_000 + longestRun;
}

function findMarks(words: readonly Word[]): Mark[] {
  return words.filter(({ terms }) => terms.length > 0).map(({ start, end }) => ({ start, end }));
}

function shortenSentence(sentence: string, marks: readonly Mark[]): Pick<Passage, 'text' | 'marks'> {
  const text = sentence.trimEnd();
  if (text.length <= MAX_LENGTH) return { text, marks: [...marks] };
  const firstMarkStart = marks[0]?.start ?? 0;
  const from = firstMarkStart <= LEAD_LENGTH ? 0 : text.indexOf(' ', firstMarkStart - LEAD_LENGTH) + 1;
  const shortened = text.slice(from);
  const cut =
    shortened.length <= MAX_LENGTH
      ? shortened.length
      : Math.max(shortened.lastIndexOf(' ', MAX_LENGTH), 0) || MAX_LENGTH;
  const lead = from > 0 ? '… ' : '';
  const shift = lead.length - from;
  return {
    text: `${lead}${shortened.slice(0, cut)}${cut < shortened.length ? ' …' : ''}`,
    marks: marks
      .filter(({ start, end }) => start >= from && end <= from + cut)
      .map(({ start, end }) => ({ start: start + shift, end: end + shift })),
  };
}
