import type { TranscriptSegment } from '@ringwell/domain/calls/transcript';

import { splitIntoClauses, countWords } from './clauses';

const PROMISE_SUBJECT = "(?:i['’]?ll|i will|we['’]?ll|we will|(?:i['’]?m|we['’]?re) (?:going to|gonna)|let me have)";
const PROMISED_ACTIONS = [
  '(?:have|get) (?:\\w+ ){1,3}?(?:to )?(?:call|reach|email|text|send|get back|look|contact)',
  'give (?:you|him|her|them) a (?:call|ring)',
  'call (?:you|him|her|them|back)',
  'get back (?:to|with) (?:you|him|her|them)',
  'email (?:you|it|that|over|the|him|her|a)',
  'text (?:you|it|him|her|that|the|over)',
  'send (?:you|it|that|over|out|the (?:invoice|quote|estimate|paperwork|report|receipt|copy|photos|link|form)|a (?:new|copy|link|quote|receipt|revised|corrected))',
  'mail (?:you|it|the|a)',
  'let you know',
  'follow up',
  'find out',
  'ask (?:him|her|them|my|the|about)',
  'talk to (?:him|her|them|my|the|our)',
  'check with',
  'look into',
  'refund',
  'credit',
  'reimburse',
  'take (?:\\w+ ){1,4}?off',
  'put in (?:a|the) (?:refund|request|claim|order|ticket)',
  'write (?:it|this|that) up',
  'pass (?:it|this|that) (?:along|on)',
];
const PROMISE = new RegExp(`\\b${PROMISE_SUBJECT}(?: \\w+){0,2}? (?:${PROMISED_ACTIONS.join('|')})\\b`, 'i');
const VOICEMAIL_GREETING = /\b(?:leave|after the (?:tone|beep))\b/i;
const MIN_WORDS = 4;
const MAX_WORDS = 26;

/** Finds the company's last promise to do something after the call. */
export function findLastPromise(turns: readonly TranscriptSegment[]): { turn: number; text: string } | undefined {
  const hasAgent = turns.some(({ speaker }) => speaker === 'agent');
  return splitIntoClauses(turns)
    .filter(({ speaker }) => !hasAgent || speaker === 'agent')
    .map(({ turn, start, end }) => ({ turn, text: (turns[turn]?.text ?? '').slice(start, end) }))
    .filter(({ text }) => countWords(text) >= MIN_WORDS && countWords(text) <= MAX_WORDS)
    .findLast(({ text }) => PROMISE.test(text) && !VOICEMAIL_GREETING.test(text));
}
