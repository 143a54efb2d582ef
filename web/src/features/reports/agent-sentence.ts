import { happinessChange, isClearChange, type LabelCounts } from '@ringwell/domain/calls/happiness';

import type { HappinessFigures } from '../../api/types';
import { plural } from '../../lib/format/format';
import { describePercentages } from '../../lib/format/happiness';

type Counts = Pick<HappinessFigures, 'judged' | 'positive' | 'neutral' | 'negative' | 'needsReview'>;

/** The team's calls, minus one agent's. */
export function getRestOfTeam(agent: Counts, team: Counts): Counts & { summary: string } {
  // The team's counts may be slightly older than the agent's, so the difference is clamped to zero.
  const subtract = (key: keyof Counts): number => Math.max(0, team[key] - agent[key]);
  const counts = {
    judged: subtract('positive') + subtract('neutral') + subtract('negative'),
    positive: subtract('positive'),
    neutral: subtract('neutral'),
    negative: subtract('negative'),
    needsReview: subtract('needsReview'),
  };
  return { ...counts, summary: counts.judged === 0 ? 'nothing to compare' : describePercentages(counts, null, '') };
}

/** Text such as "60% happy, 19% unhappy, better than the rest of the team", or just the counts for a few calls. */
export function agentSentence(agent: Counts, team: Counts): string {
  const change = happinessChange(labelCounts(getRestOfTeam(agent, team)), labelCounts(agent));
  if (change)
    return describePercentages(agent, { points: change.score, isClear: isClearChange(change) }, 'the rest of the team');
  const { judged, positive, negative } = agent;
  if (judged === 0) return 'No labeled calls';
  return `${plural(judged, 'labeled call')}: ${positive} happy, ${negative} unhappy`;
}

function labelCounts({ needsReview, ...counts }: Counts): LabelCounts {
  return { ...counts, needs_review: needsReview };
}
