import type { LatestLabel } from '@ringwell/database/calls/call-checks.repository';
import {
  dependsOnLimit,
  REVIEW_TOLERANCES,
  reviewLimit,
  type CheckedLabel,
  type ReviewTolerance,
} from '@ringwell/domain/calls/review-limit';

import type { ReviewDto } from './dto/accuracy.dto';

/**
 * Returns how each tolerance for wrong labels would affect an account.
 * @param latestLabels the labels of the account's latest calls, newest first
 */
export function buildReviewChoices(
  currentTolerance: ReviewTolerance,
  checkedLabels: readonly CheckedLabel[],
  latestLabels: readonly LatestLabel[],
): ReviewDto {
  const engines = [...new Set(latestLabels.map(({ engine }) => engine))];
  return {
    tolerance: currentTolerance,
    calls: latestLabels.length,
    choices: REVIEW_TOLERANCES.map((tolerance) => {
      const limits = engines.map((engine) => ({ engine, ...reviewLimit(tolerance, engine, checkedLabels) }));
      const limitByEngine = new Map(limits.map(({ engine, limit }) => [engine, limit]));
      const needsListen = (label: LatestLabel): boolean =>
        !label.isByRule && (!dependsOnLimit(label) || label.confidence < (limitByEngine.get(label.engine) ?? 1));
      return { tolerance, limits, needsListen: latestLabels.filter(needsListen).length };
    }),
  };
}
