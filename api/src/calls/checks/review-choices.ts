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
 * @param chosen the account's setting
 * @param checked the account's checked labels
 * @param latest the labels of the account's latest calls, latest first
 */
export function reviewChoices(
  chosen: ReviewTolerance,
  checked: readonly CheckedLabel[],
  latest: readonly LatestLabel[],
): ReviewDto {
  const engines = [...new Set(latest.map(({ engine }) => engine))];
  return {
    tolerance: chosen,
    calls: latest.length,
    choices: REVIEW_TOLERANCES.map((tolerance) => {
      const limits = engines.map((engine) => ({ engine, ...reviewLimit(tolerance, engine, checked) }));
      const limitByEngine = new Map(limits.map(({ engine, limit }) => [engine, limit]));
      const needsListen = (label: LatestLabel): boolean =>
        !label.isByRule && (!dependsOnLimit(label) || label.confidence < (limitByEngine.get(label.engine) ?? 1));
      return { tolerance, limits, needsListen: latest.filter(needsListen).length };
    }),
  };
}
