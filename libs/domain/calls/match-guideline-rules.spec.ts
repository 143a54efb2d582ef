import type { GuidelineRule, RuleSpeaker } from '../accounts/guideline';
import { matchRules } from './match-guideline-rules';
import type { TranscriptSegment } from './transcript';

const makeSegments = (...lines: [TranscriptSegment['speaker'], string][]): TranscriptSegment[] =>
  lines.map(([speaker, text], index) => ({ speaker, text, startMs: index * 1_000, endMs: index * 1_000 + 900 }));

const CALL = makeSegments(
  ['agent', 'Acme Plumbing. Would you like to cancel your plan?'],
  ['customer', 'Hi. I want to cancel my'],
  ['customer', 'Membership, please. Don’t call me, it is a NO-SHOW again.'],
  ['agent', 'I can cancel it for you.'],
  ['customer', 'Hubo una explosión.'],
);
const makeWordsRule = (phrases: string[], saidBy: RuleSpeaker = 'customer'): GuidelineRule => ({
  when: 'words',
  phrases,
  saidBy,
  then: 'negative',
});

describe('matchRules', () => {
  it.each<[string, string[], RuleSpeaker, string | null]>([
    ['a word in a different case', ['PLEASE'], 'customer', 'Membership, please.'],
    ['a phrase that continues in the next segment', ['cancel my membership'], 'customer', 'I want to cancel my'],
    ['nothing for part of a word', ['member'], 'customer', null],
    ['words with punctuation between them', ['no show'], 'customer', 'Don’t call me, it is a NO-SHOW again.'],
    ['either apostrophe', ["don't call me"], 'customer', 'Don’t call me, it is a NO-SHOW again.'],
    ['a word without its accent', ['explosion'], 'customer', 'Hubo una explosión.'],
    ['nothing for a phrase that only the other speaker says', ['plan'], 'customer', null],
    ['a phrase said by the agent', ['plan'], 'agent', 'Would you like to cancel your plan?'],
    ['a phrase said by anyone', ['cancel your plan'], 'anyone', 'Would you like to cancel your plan?'],
    ['nothing for a phrase that spans two speakers', ['no show again I can'], 'anyone', null],
    ['the first phrase in the call', ['no show', 'hi'], 'customer', 'Hi.'],
    ['nothing for a phrase without words', ['...'], 'anyone', null],
  ])('finds %s', (_, phrases, saidBy, quote) => {
    const [match] = matchRules([makeWordsRule(phrases, saidBy)], { segments: CALL, topic: null });
    expect(match?.passage?.quote ?? null).toBe(quote);
  });

  it('treats everyone as the customer if the speakers are unknown', () => {
    const segments = makeSegments(['unknown', 'I want to cancel.']);
    expect(matchRules([makeWordsRule(['cancel'])], { segments, topic: null })).toMatchObject([
      { name: 'cancel', passage: { segment: 0, startMs: 0, endMs: 900, quote: 'I want to cancel.' } },
    ]);
  });

  it('matches topics, and lists matches in rule order', () => {
    const rules: GuidelineRule[] = [
      { when: 'topic', topic: 'billing', then: 'follow_up' },
      { when: 'topic', topic: 'praise', then: 'positive' },
      makeWordsRule(['please']),
    ];
    expect(matchRules(rules, { segments: CALL, topic: 'billing' }).map(({ name }) => name)).toEqual([
      'Topic: Billing',
      'please',
    ]);
    expect(matchRules(rules, { segments: CALL, topic: null }).map(({ name }) => name)).toEqual(['please']);
  });

  it('shortens a long sentence around the words, and quotes the segment verbatim', () => {
    const text = `${'well you know '.repeat(40)}cancel my membership today ${'and so on '.repeat(40)}`;
    const [match] = matchRules([makeWordsRule(['cancel my membership'])], {
      segments: makeSegments(['customer', text]),
      topic: null,
    });
    const quote = match?.passage?.quote ?? '';
    expect(quote).toContain('cancel my membership today');
    expect(quote.length).toBeLessThan(230);
    expect(text).toContain(quote);
  });
});
