import { MIN_JUDGED_CALLS, RECOUNTING_NOTE } from '@ringwell/domain/calls/happiness';
import { topicName } from '@ringwell/domain/calls/topic';
import type { PeriodStep } from '@ringwell/domain/weekly-letters/report-period';

import type { Happiness } from '../../api/types';
import { plural } from '../../lib/format/format';

export const HAPPINESS_COPY = {
  empty: {
    title: 'No labeled calls in this period',
    text: 'Pick a longer period, or check back after your next calls.',
  },
  noneFound: {
    title: 'No labeled calls match these filters',
    text: 'Choose other filters or a longer period.',
  },
  recounting: RECOUNTING_NOTE,
  scale:
    'The score is the percentage of happy customers minus the percentage of unhappy ones, from −100 to +100. ' +
    'The range shows how much it could vary by chance (95% confidence).',
  callbacks:
    'The median includes nights and weekends: half of the callbacks came sooner. It is measured from the first call ' +
    "of the follow-up, whatever that call was about. Dismissed follow-ups aren't counted. A customer who is unhappy " +
    'again after a callback counts again.',
  noLine: (step: PeriodStep): string => `No ${step} has the ${MIN_JUDGED_CALLS} labeled calls needed for a score.`,
  hours: `Score by hour (at least ${MIN_JUDGED_CALLS} labeled calls each)`,
  oneCall: (agents: number): string => `${plural(agents, 'more agent')} with one call`,
  complaints: (topics: readonly Happiness['topics'][number][]): string =>
    `Most complaints: ${topics.map(({ topic, negative }) => `${topicName(topic)} (${negative})`).join(', ')}`,
  moments: { title: 'Moments That Moved the Score', subtitle: 'From the calls with the clearest labels' },
  asTable: 'Show as table',
  asChart: 'Show as chart',
} as const;
