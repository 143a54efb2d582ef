import type { TranscriptSegment } from '@ringwell/domain/calls/transcript';
import { findGreetingIndex } from '@ringwell/domain/follow-ups/follow-up';

import { splitIntoClauses, countWords, isPunctuated, type Clause } from './clauses';

const GOING_TO = '(?:going to|gonna)';
const OFFICE = `\\b(?:i['’]?ll|i will|we['’]ll|we will|(?:i['’]?m|we['’]?re) ${GOING_TO}),?`;
// A colleague, but not another company: "the city will call you".
const COLLEAGUE = `(?<!\\b(?:you|it|that|who|one|nobody|bank|city|county|utility|company|manufacturer|supplier|insurance|adjuster|inspector|landlord))(?:['’]ll| will|(?:['’]s| is| are) ${GOING_TO})`;
// Neither a negation nor a request: "I'll need a number to call you".
const WORD = "(?!(?:you|if|when|unless|until|not|never|number)\\b|need (?!to\\b))[\\w'’.-]+,?";
const THING =
  '(?:it|that|this|those|these|them|one|both|(?:the|an?|your) (?!tech|guy|crew|man |plumber)\\w+(?: \\w+)?)';
const CONTACTS = [
  '(?:call|text|email|ring|phone|contact|try|send) (?:you|back)',
  'call (?:at \\w+|(?:(?:on|by) )?(?:\\w+day|tomorrow))',
  '(?:give|get) you a (?:call|ring)',
  'get (?:back to|(?:back |in touch )?with) you',
  'reach out',
  'be in touch',
  'let you know',
  'follow up',
];
const TASKS = [
  '(?:call|get back (?:to|with)|give) (?:him|her|them)',
  'find out',
  'let (?:him|her|them|(?:my|the|our) \\w+) know',
  'have an? (?:number|price|quote|answer)',
  '(?:ask|(?:talk|speak) (?:to|with)|check with) (?:him|her|them|my|the|our|an?|about)',
  `(?:email|text|mail|send|forward|order) (?:you|over|out|(?:(?:him|her|them) )?${THING})`,
  `get ${THING} (?:out|over|in|to|sent|posted|processed)`,
  `put (?:in (?:an?|the)|the \\w+ in|${THING} in the mail)`,
  `(?:put|leave) ${THING} on \\w+['’]?s? desk`,
  'look into',
  'refund',
  'credit',
  'reimburse',
  'take (?:\\w+ ){1,4}?off',
  'write (?:it|this|that) up',
  '(?:pass|bring|take) (?:it|this|that) (?:along|on|up|to)',
  'make sure (?:he|she|they) (?:gets?|sees?)',
];
const OFFICE_PROMISES = [
  `(?:${OFFICE}|\\blet me)(?: ${WORD}){0,8}? (?:${CONTACTS.join('|')})`,
  `(?:${OFFICE}|\\blet me)(?: ${WORD}){0,2}? (?:have|get)(?: ${WORD}){1,4}? (?:call|reach|email|text|send|get back|look|contact|give you)`,
  `${OFFICE}(?: ${WORD}){0,5}? (?:${TASKS.join('|')})`,
];
const OTHER_PROMISES = [
  `\\b\\w+${COLLEAGUE}(?: ${WORD}){0,2}? (?:${CONTACTS.join('|')})`,
  "you(?:['’]ll| will) (?:hear (?:from|back)|get a call)",
];
const PROMISE = toPattern([...OFFICE_PROMISES, ...OTHER_PROMISES]);
// "Did he say he'll call you?" asks about another promise.
const ASKED_PROMISE = toPattern(OFFICE_PROMISES);
const ARRIVAL =
  /\bon (?:the|his|her|their|my|our) way\b|\b(?:heading (?:over|out to|your way|there)|pulls? up|pulling up|minutes (?:out|before|ahead)|before (?:he|they|we|i) (?:come|arrive|get (?:there|here|to you))|when (?:he|they|we|i)(?:['’]?s|['’]?re| is| are| gets?)? (?:close|there|near))\b/i;
const MIN_WORDS = 3;
const MAX_WORDS = 26;
const MIN_PREAMBLE_WORDS = 3;

/**
 * Finds the company's last promise to do something after the call, if possible one to contact the customer. Announcing
 * a technician's arrival isn't one, because the visit is already scheduled.
 */
export function findLastPromise(turns: readonly TranscriptSegment[]): { turn: number; text: string } | undefined {
  const hasAgent = turns.some(({ speaker }) => speaker === 'agent');
  const greetingIndex = findGreetingIndex({ segments: turns });
  const isMachine = !turns.slice(greetingIndex + 1).some(({ speaker }) => speaker === 'agent');
  const promises = splitIntoClauses(turns)
    .filter(({ speaker, turn }) => (!hasAgent || speaker === 'agent') && !(isMachine && turn === greetingIndex))
    .map((clause) => ({ turn: clause.turn, text: extractPromise(turns[clause.turn]?.text ?? '', clause) }))
    .filter(({ text }) => countWords(text) >= MIN_WORDS && countWords(text) <= MAX_WORDS);
  return promises.findLast(({ text }) => /\b(?:you|call)\b/i.test(text)) ?? promises.at(-1);
}

// Without punctuation, other words may come first: "marge at a o l dot com okay i'll send it".
function extractPromise(turnText: string, { start, end, isQuestion }: Clause): string {
  const clause = turnText.slice(start, end);
  const promise = (isQuestion ? ASKED_PROMISE : PROMISE).exec(clause);
  if (promise === null || ARRIVAL.test(clause)) return '';
  const hasPreamble = !isPunctuated(turnText) && countWords(clause.slice(0, promise.index)) >= MIN_PREAMBLE_WORDS;
  return hasPreamble ? clause.slice(promise.index) : clause;
}

function toPattern(promises: readonly string[]): RegExp {
  return new RegExp(`(?:${promises.join('|')})\\b`, 'i');
}
