import { SENTIMENTS, type Sentiment } from '@ringwell/domain/sentiment';

import type { Features } from './features';

/** The shortest call that the models learned from has 236 features; of calls with fewer than this their weights say little. */
const KNOWN_SIZE = 200;
/** Log-odds that a plain word is worth in a call of almost no words. */
const PLAIN_WORD = 3;

/** What can be taken at its word: acts of the customer, and groups of words. */
const PLAIN: Partial<Record<Sentiment, { acts: string[]; groups: string[] }>> = {
  positive: { acts: ['delight', 'recommends', 'gives', 'wantsMore', 'effortPraised'], groups: ['<great>', '<glad>'] },
  negative: {
    acts: [
      'letDown',
      'asksMoneyBack',
      'refusesToPay',
      'noShow',
      'notFixed',
      'damaged',
      'threatens',
      'leaves',
      'billedWrong',
    ],
    groups: ['<bad>', '<upset>'],
  },
};

/**
 * Scores of the labels for a call of few words, such as a message of one sentence: the fewer, the less the learned scores count,
 * and the more what is said plainly does. Nothing said plainly, or both, is neutral. Longer calls keep their scores.
 * @param scores learned log-odds in the order of `SENTIMENTS`
 * @param said what the customer says, or everybody when nobody knows who speaks
 * @param zone how the features of those words begin
 */
export function tempered(scores: readonly number[], said: Features, zone: 'c' | 'u'): number[] {
  const trust = Math.min(1, Math.sqrt(said.size / KNOWN_SIZE));
  if (trust === 1) return [...scores];
  const plain = plainLabel(said, zone);
  return scores.map((score, at) => score * trust + (SENTIMENTS[at] === plain ? PLAIN_WORD * (1 - trust) : 0));
}

function plainLabel(said: Features, zone: string): Sentiment {
  const isSaid = (group: string): boolean =>
    said.has(`${zone}:${group}`) &&
    !said.has(`${zone}:not ${group}`) &&
    !(group === '<glad>' && said.has(`${zone}:pleas`)); // "please" and "pleased" have one stem
  const found = (['positive', 'negative'] as const).filter(
    (label) => PLAIN[label]?.acts.some((act) => said.has(`${zone}!${act}`)) || PLAIN[label]?.groups.some(isSaid),
  );
  return found.length === 1 && found[0] !== undefined ? found[0] : 'neutral';
}
