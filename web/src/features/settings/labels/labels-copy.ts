import type { ReviewTolerance } from '@ringwell/domain/calls/review-limit';

import { plural } from '../../../lib/format/format';

export const TOLERANCE_NAMES: Record<ReviewTolerance, string> = {
  standard: 'Standard',
  one_in_10: 'Wrong in at most 1 of 10',
  one_in_20: 'Wrong in at most 1 of 20',
  one_in_50: 'Wrong in at most 1 of 50',
};

export const LABELS_COPY = {
  danger: 'What customers in danger say',
  dangerHint:
    "One phrase per line. Use + between phrases that must all be said. These calls immediately alert every channel that is on, and come first under Follow-ups. “No smell of gas” doesn't count.",
  legal: 'What customers considering legal action say',
  legalHint: 'One phrase per line. These only flag the call.',
  tolerance: 'How often labels may be wrong',
  toleranceHint:
    'Calls with a less certain label are marked Needs a listen. Fewer wrong labels mean more calls to listen to.',
  standard: (limit: string) => `By default, labels below a confidence of ${limit} are marked Needs a listen.`,
  fromChecks: (checked: number, limit: string) =>
    `Based on your ${checked} checked calls, labels below a confidence of ${limit} are now marked Needs a listen.`,
  unreached: (checked: number, limit: string) =>
    `Based on your ${checked} checked calls, no confidence is high enough for that yet. Until one is, labels below a ` +
    `confidence of ${limit} are marked Needs a listen.`,
  shipped: (checked: number, needed: number, limit: string) =>
    `${checked} of ${needed} calls have been checked. Until then, our test calls set the limit: labels below a ` +
    `confidence of ${limit} are marked Needs a listen.`,
  unmeasured: (engine: string, checked: number, needed: number, limit: string) =>
    `${checked} of ${needed} calls labeled by ${engine} have been checked. Until then, we can't tell how sure it has to be, ` +
    `so the standard applies: labels below a confidence of ${limit} are marked Needs a listen.`,
  noCalls: "Once you have calls, you'll see the effect of your choice here.",
  preview: (calls: number) => `Needs a listen among your last ${plural(calls, 'call')}`,
  oneCallIn: (calls: number) => (calls > 1 ? `about 1 call in ${calls}` : 'most of them'),
} as const;
