import type { Finding } from './finding';
import type { Speech } from './number-chains';
import type { Label } from './spoken-labels';

const QUESTION_WORD = /^(what|what's|whats|and|could|can|do|does|is|may|verify|tell|give|spell|need|so|or)$/;
const LINKING_WORDS = new Set("is was would should be it it's its that that's to as".split(' '));
const OPENING_WORDS = new Set(
  (
    "it's its it is that's that is sure yes yeah yep um uh okay ok oh well so the my password passcode i think should be " +
    'would um let me see right'
  ).split(' '),
);
const NON_ANSWER_WORDS = new Set(
  (
    "i i'm i'll i've i'd don't dont no not nope what what's which who why where how when can could do does did let hold on one never none " +
    'we you he she they there sorry wrong expired incorrect same case required in at still reset locked working for with ' +
    'and or but if because again changed good fine password thanks thank give just hmm huh forgot'
  ).split(' '),
);
const MAX_WORDS = 12;
const MAX_ANSWER_SEGMENTS = 2;
const MAX_READ_BACK_SEGMENTS = 4;
// How much of a segment is searched for a repeated password.
const MAX_READ_BACK_CHARACTERS = 2_000;
const MAX_CHARACTERS = 100;

/** Finds passwords that are stated (`my password is …`) or given as the answer to `What's the password?`. */
export function findPasswords(speech: Speech, segments: readonly { text: string }[]): Finding[] {
  return speech.labels
    .filter(({ topic }) => topic === 'password')
    .flatMap((label, index, labels) => {
      // Searches each segment for a question only once.
      const getSegment = (target?: Label): number | undefined => target && speech.tokens[target.from]?.segment;
      const isLast = getSegment(labels[index + 1]) !== getSegment(label);
      return (
        findStatedPassword(speech, label, segments) ?? (isLast ? findAnswer(speech, label, segments) : undefined) ?? []
      );
    })
    .flatMap((finding) => [finding, ...findRepetitions(finding, segments)]);
}

// Finds repetitions of a password, such as when the other speaker reads it back.
function findRepetitions({ kind, segment, start, end }: Finding, segments: readonly { text: string }[]): Finding[] {
  const value = segments[segment]!.text.slice(start, end).toLowerCase();
  return segments.slice(segment + 1, segment + 1 + MAX_READ_BACK_SEGMENTS).flatMap(({ text }, offset) => {
    const from = text.slice(0, MAX_READ_BACK_CHARACTERS).toLowerCase().indexOf(value);
    return from === -1 ? [] : [{ kind, segment: segment + 1 + offset, start: from, end: from + value.length }];
  });
}

// "My password is Bluebird", "the password's rover", "try the password gopackers12".
function findStatedPassword(
  { tokens }: Speech,
  label: Label,
  segments: readonly { text: string }[],
): Finding | undefined {
  const last = tokens[label.to - 1]!;
  let index = label.to;
  let isLinked = last.word.endsWith("'s");
  while (tokens[index]?.segment === last.segment && LINKING_WORDS.has(tokens[index]!.word)) {
    isLinked = true;
    index += 1;
  }
  const first = tokens[index];
  if (!first || first.segment !== last.segment || /[.?!]/.test(first.gap)) return undefined;
  const isLikelyPassword = /\p{L}\d|\d\p{L}/u.test(first.word);
  if (!isLinked && !isLikelyPassword && !first.gap.includes(':')) return undefined;
  return readPasswordFrom(tokens, index, segments);
}

function findAnswer(
  { tokens, speakerAt }: Speech,
  label: Label,
  segments: readonly { text: string }[],
): Finding | undefined {
  const labelToken = tokens[label.from]!;
  const { text } = segments[labelToken.segment]!;
  let first = label.from;
  while (first > 0 && tokens[first - 1]!.segment === labelToken.segment) first -= 1;
  if (!text.slice(labelToken.end).includes('?') && !QUESTION_WORD.test(tokens[first]!.word)) return undefined;
  let index = label.to;
  while (tokens[index]?.segment === labelToken.segment) index += 1;
  for (; index < tokens.length && tokens[index]!.segment <= labelToken.segment + MAX_ANSWER_SEGMENTS; index += 1) {
    if (speakerAt(index) === speakerAt(label.from)) continue;
    const { segment } = tokens[index]!;
    while (tokens[index]?.segment === segment && OPENING_WORDS.has(tokens[index]!.word)) index += 1;
    if (tokens[index]?.segment === segment) return readPasswordFrom(tokens, index, segments);
  }
  return undefined;
}

function readPasswordFrom(
  tokens: Speech['tokens'],
  from: number,
  segments: readonly { text: string }[],
): Finding | undefined {
  const { segment, start, word } = tokens[from]!;
  if (NON_ANSWER_WORDS.has(word)) return undefined;
  const { text } = segments[segment]!;
  let { end } = tokens[from]!;
  for (let index = from + 1; index < from + MAX_WORDS && tokens[index]?.segment === segment; index += 1) {
    const { gap } = tokens[index]!;
    if (/[.?!,;]\s/.test(gap)) break;
    ({ end } = tokens[index]!);
  }
  // Includes special characters: Rx7!turbo.
  const tail = /^[^\s.,;?!]*/.exec(text.slice(end, end + MAX_CHARACTERS))?.[0] ?? '';
  return { kind: 'password', segment, start, end: end + tail.length };
}
