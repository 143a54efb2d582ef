import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';

import { engineName } from '@ringwell/domain/calls/engine-name';
import { MIN_CHECKS_FOR_LIMIT, type ReviewTolerance } from '@ringwell/domain/calls/review-limit';

import type { AccuracyReport } from '../../../api/types';
import { formatNumber } from '../../../lib/format/format';
import { PATHS } from '../../../lib/paths';
import { accuracyQuery } from '../../../lib/queries/api';
import { useUser } from '../../../lib/session/session';
import { LoadPlaceholder } from '../../../ui/feedback/load-placeholder';
import { SelectSetting } from '../fields/select-setting';
import { PhrasesSetting } from '../follow-ups/phrases-setting';
import { useSetting, useSettings } from '../settings-context';
import { LABELS_COPY, TOLERANCE_NAMES } from './labels-copy';

type Review = AccuracyReport['review'];
type Choice = Review['choices'][number];
type Limit = Choice['limits'][number];

const CHOICES = Object.entries(TOLERANCE_NAMES).map(([value, label]) => ({ value: value as ReviewTolerance, label }));

/** Administrators see another account's settings, but not their effect on its calls. */
export function LabelsTab(): ReactNode {
  const isOwnAccount = useSettings().editedUserId === undefined;
  return (
    <div className="grid grid-cols-1 gap-6">
      <SelectSetting
        name="reviewTolerance"
        label={LABELS_COPY.tolerance}
        hint={LABELS_COPY.toleranceHint}
        choices={CHOICES}
      />
      {isOwnAccount && (
        <div className="border-t pt-5">
          <Effect />
        </div>
      )}
      <div className="grid gap-6 border-t pt-5">
        <PhrasesSetting name="dangerPhrases" label={LABELS_COPY.danger} hint={LABELS_COPY.dangerHint} />
        <PhrasesSetting name="legalPhrases" label={LABELS_COPY.legal} hint={LABELS_COPY.legalHint} />
      </div>
    </div>
  );
}

/** The effects of this choice, and of the alternatives, on the account. */
function Effect(): ReactNode {
  const { accountId } = useUser();
  const { data, isError, refetch } = useQuery(accuracyQuery(accountId));
  const { value: tolerance } = useSetting('reviewTolerance');
  if (!data)
    return <LoadPlaceholder subject="what this means for your calls" className="h-40" retry={isError && refetch} />;
  const { review } = data;
  const selectedOption = review.choices.find((choice) => choice.tolerance === tolerance);
  return (
    <div className="grid gap-5">
      <div role="status" className="grid gap-2">
        {review.calls === 0 && <p>{LABELS_COPY.noCalls}</p>}
        {selectedOption?.limits.map((limit) => (
          <p key={limit.engine}>
            {selectedOption.limits.length > 1 && <span className="font-semibold">{engineName(limit.engine)}: </span>}
            {limitText(limit, selectedOption.tolerance)}
          </p>
        ))}
      </div>
      {review.calls > 0 && <Preview review={review} selectedTolerance={tolerance} />}
      <p className="text-fg-muted">
        This applies to new calls, and to calls that you reprocess. Existing calls won't change.{' '}
        <Link to={PATHS.checks} className="font-medium text-primary underline-offset-4 hover:underline">
          Check calls
        </Link>
      </p>
    </div>
  );
}

function limitText({ limit, source, checked, engine }: Limit, tolerance: ReviewTolerance): string {
  const formattedLimit = limit.toFixed(2);
  switch (source) {
    case 'checks':
      return LABELS_COPY.fromChecks(checked, formattedLimit);
    case 'unreached':
      return LABELS_COPY.unreached(checked, formattedLimit);
    case 'shipped':
      return LABELS_COPY.shipped(checked, MIN_CHECKS_FOR_LIMIT, formattedLimit);
    case 'standard':
      if (tolerance === 'standard') return LABELS_COPY.standard(formattedLimit);
      return LABELS_COPY.unmeasured(engineName(engine), checked, MIN_CHECKS_FOR_LIMIT, formattedLimit);
  }
}

function Preview({ review, selectedTolerance }: { review: Review; selectedTolerance: ReviewTolerance }): ReactNode {
  return (
    <div>
      <h3 className="mb-2 font-semibold">{LABELS_COPY.preview(review.calls)}</h3>
      <dl className="grid gap-1.5">
        {review.choices.map(({ tolerance, needsListen }) => (
          <div key={tolerance} className="grid gap-x-4 sm:grid-cols-[16rem_minmax(0,1fr)]">
            <dt className={tolerance === selectedTolerance ? 'font-semibold' : 'text-fg-muted'}>
              {TOLERANCE_NAMES[tolerance]}
              {tolerance === selectedTolerance && <span className="sr-only"> (your choice)</span>}
            </dt>
            <dd className={tolerance === selectedTolerance ? 'font-semibold' : undefined}>
              {formatFrequency(needsListen, review.calls)}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

// Text such as `33, about 1 call in 6`.
function formatFrequency(count: number, calls: number): string {
  if (count === 0) return 'None';
  return count === calls ? 'All' : `${formatNumber(count)}, ${LABELS_COPY.oneCallIn(Math.round(calls / count))}`;
}
