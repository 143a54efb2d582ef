import type { Transcript } from '@ringwell/domain/calls/transcript';

import { contentStems } from '../engines/local/words';

const COMPANY =
  '(?:agent|company|office|manager|owner|supervisor|technician|tech|crew|team|dispatch|dispatcher|plumber|electrician|installer|salesman|billing|bookkeeper|they|we)';
const PROMISED_PARTICIPLE =
  '(?:refunded|credited|replaced|called|emailed|texted|sent|repaired|fixed|paid|waived|reimbursed|redone)';
const PROMISE = new RegExp(
  `\\b(?:(?:${COMPANY}(?: \\w+)? )?(?:promised|promises|guaranteed|guarantees|agreed to|committed to|offered to)|will be (?=${PROMISED_PARTICIPLE}\\b)|${COMPANY}(?: \\w+)? (?:will|is to|are to|is going to|are going to))\\b`,
  'gi',
);
const BY_COMPANY = new RegExp(`^${COMPANY}\\b|will be `, 'i');
// Phrases that indicate a promise made before this call.
const EARLIER_EVENT = /\b(?:had|was|were|been|earlier|already|ago|never|not)\b/i;
// Phrases that commit their speaker to something.
const COMMITMENT =
  /['’]ll\b|\b(?:will|going to|gonna|let me|lemme|can|could|promise|guarantee|free|no charge|on us|get|have|want|should)\b/i;
const CLAUSE_END = /[;,.]|\s(?:and|but|because|if|when|after|before|once|unless|never|for \$\d)(?:\s|\b)/;
// Days are excluded because `findUnsupportedDates` checks them.
const IGNORED_WORDS =
  /ly$|day$|^(?:again|morning|evening|afternoon|tonight|tomorrow|back|urgent|soon|later|then|first|next|noon|o'clock|\p{Lu}.*)$/u;
const MIN_SUPPORTED_FRACTION = 0.6;
// Synonyms used by speakers and writers.
const SYNONYMS = [
  'call contact reach phone ring touch callback',
  'review look check see decid find inspect',
  'send email text mail issu get forward giv',
  'fix repair redo replac right correct',
  'refund credit reimburs money back return pay',
  'tell ask pass talk speak say inform',
  'com visit out stop arriv send',
  'free charg cost nothing waiv cover',
].map((group) => group.split(' '));

/** Whether the words commit the speaker to something. */
export function isCommitment(text: string): boolean {
  return COMMITMENT.test(text);
}

/**
 * Company promises in a sentence that the company's own words don't support. At least `MIN_SUPPORTED_FRACTION` of a
 * promise's content must have been said by the company, or by anyone if the promise was made earlier. If the speakers
 * are unknown, anyone's words count.
 */
export function findUnsupportedPromises(sentence: string, { segments }: Pick<Transcript, 'segments'>): string[] {
  const allStems = toStems(segments.map(({ text }) => text));
  const companyStems = toStems(
    segments.filter(({ speaker, text }) => speaker !== 'customer' && isCommitment(text)).map(({ text }) => text),
  );
  return [...sentence.matchAll(PROMISE)].flatMap(({ 0: promise, index }) => {
    const [promisedWords = ''] = sentence.slice(index + promise.length).split(CLAUSE_END);
    const promisedStems = [
      ...contentStems(promisedWords.replace(/[\p{L}']+/gu, (word) => (IGNORED_WORDS.test(word) ? '' : word))),
    ].filter((stem) => !/^\d/.test(stem));
    const isFromThisCall = BY_COMPANY.test(promise) && !EARLIER_EVENT.test(sentence);
    const spokenStems = isFromThisCall ? companyStems : allStems;
    const supported = promisedStems.filter((stem) => listSynonyms(stem).some((form) => spokenStems.has(form)));
    return supported.length < promisedStems.length * MIN_SUPPORTED_FRACTION ? [`${promise}${promisedWords}`] : [];
  });
}

function toStems(texts: readonly string[]): Set<string> {
  return new Set(texts.flatMap((text) => [...contentStems(text)]));
}

function listSynonyms(stem: string): string[] {
  return [stem, ...SYNONYMS.filter((group) => group.includes(stem)).flat()];
}
