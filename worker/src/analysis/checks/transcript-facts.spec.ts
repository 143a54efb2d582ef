import { toTranscript } from '../../../../lab/analyst/measurement/labeled-call';
import { TranscriptFacts } from './transcript-facts';

const findUnsupported = (spoken: string | string[], sentence: string): string[] =>
  new TranscriptFacts(
    toTranscript([spoken].flat().map((text) => ({ speaker: 'agent' as const, text }))),
  ).findUnsupportedClaims(sentence);

describe('digits said one by one', () => {
  it.each([
    ['oh five five', '055'],
    ['oh five five', '0-5-5'],
    ['oh, five, five', '055'],
    ['O five five', '055'],
    ['zero five five two', '0552'],
    ['0 5 5', '055'],
    ['0-5-5', '055'],
    ['double oh seven', '007'],
    ['triple five one', '5551'],
    ['nought one two', '012'],
    ['oh seven oh one three', '07013'],
    ['five five five, oh one two two', '0122'],
    ['503 555 0122', '503-555-0122'],
  ])('"%s" supports %s', (spoken, written) => {
    expect(findUnsupported(`The code is ${spoken}.`, `The code is ${written}.`)).toEqual([]);
  });

  it.each([
    ['oh five five', '55', '55'],
    ['0 5 5', '55', '55'],
    ['055', '55', '55'],
    ['oh oh seven', '07', '07'],
    ['double oh seven', '7', '7'],
    ['five five', '055', '055'],
    ['five five two', '0552', '0552'],
  ])('"%s" does not support %s', (spoken, written, unsupported) => {
    expect(findUnsupported(`The code is ${spoken}.`, `The code is ${written}.`)).toEqual([unsupported]);
  });

  it.each([
    ['Oh two weeks ago I paid oh twenty five dollars.', 'He paid $25 two weeks ago.'],
    ['It was zero point seven five, at nine oh five.', 'It was 0.75 at 9:05.'],
    ["It's an '09 model, from twenty nine.", 'It is a 2009 model.'],
    ['It is 04/05, or 0.5 percent.', 'It is the 5th, or 0.5 percent.'],
  ])('"%s" also supports: %s', (spoken, written) => {
    expect(findUnsupported(spoken, written)).toEqual([]);
  });
});

describe('weekdays', () => {
  const PAST_SENTENCE = 'Our technician wrote the revised estimate for the condenser on Monday.';

  it.each([
    ['a deadline', [PAST_SENTENCE, "I'll email it by Friday."]],
    [
      'a deadline in other words',
      [PAST_SENTENCE, 'You will have it no later than Friday.', 'Before Friday, or by Friday.'],
    ],
    ['a short answer', ['When will you email the revised estimate for the condenser?', 'Friday.', PAST_SENTENCE]],
  ])('are accepted in %s, even if a different day shares more words', (_case, spoken) => {
    expect(findUnsupported(spoken, 'Email the revised estimate for the condenser by Friday.')).toEqual([]);
  });

  it('are rejected when they were said about something else', () => {
    const spoken = [PAST_SENTENCE, 'The other office will be closed for the holiday on Friday, and all of next week.'];
    expect(findUnsupported(spoken, 'The technician wrote the estimate for the condenser on Friday.')).toEqual([
      'Friday',
    ]);
  });
});

it.each([
  ['El técnico va el martes a las nueve y media.', 'The visit is on Tuesday at 9:30.'],
  ['Me cobraron ciento noventa y cinco dólares, y veinticinco más.', 'He was charged $195 and $25.'],
  [
    'Han venido tres veces desde el 5 de mayo, y son doscientos.',
    'Since May 5, there have been three visits for $200.',
  ],
])('in Spanish, "%s" supports: %s', (spoken, written) => {
  const transcript = { ...toTranscript([{ speaker: 'agent', text: spoken }]), language: 'es' };
  expect(new TranscriptFacts(transcript).findUnsupportedClaims(written)).toEqual([]);
  expect(new TranscriptFacts(transcript).findUnsupportedClaims('It was $196 on Sunday.')).toEqual(['196', 'Sunday']);
});
