import { ArrowRight } from 'lucide-react';
import { forwardRef, type ReactNode } from 'react';

import { CALL_LABEL_NAMES, CALL_LABELS } from '@ringwell/domain/calls/call-label';
import { formatPhone } from '@ringwell/domain/customers/phone';

import type { BackTest } from '../../../api/types';
import { formatDateTime, formatNumber, formatPercent } from '../../../lib/format/format';
import { callPath } from '../../../lib/paths';
import { Badge } from '../../../ui/data/badge';
import { DataTable } from '../../../ui/data/data-table';
import { LabelPill } from '../../../ui/data/label-pill';
import { GUIDELINE_COPY } from './guideline-copy';

const { result: copy } = GUIDELINE_COPY;

interface BackTestResultProps {
  result: BackTest;
  /** Whether the draft is unchanged since the test. */
  isCurrent: boolean;
}

/** A draft's effects on past calls, compared with the current guideline. */
export const BackTestResult = forwardRef<HTMLHeadingElement, BackTestResultProps>(function BackTestResult(
  { result, isCurrent },
  heading,
) {
  const { recent, checked } = result;
  return (
    <section aria-labelledby="back-test" className="grid gap-5 border-t pt-5">
      <div>
        <h3 id="back-test" ref={heading} tabIndex={-1} className="text-prose outline-none">
          {copy.title}
        </h3>
        {!isCurrent && <p className="mt-1 font-medium">{copy.outdated}</p>}
        <p className="mt-1 text-fg-muted">{copy.textNotTried}</p>
      </div>
      {recent.calls === 0 ? <p>{copy.none}</p> : <RecentCalls recent={recent} />}
      {recent.withoutTranscript > 0 && <p>{copy.withoutTranscript(recent.withoutTranscript)}</p>}
      {checked.calls === 0 ? <p>{copy.noChecks}</p> : <CheckedCalls checked={checked} />}
      {checked.withoutTranscript > 0 && <p>{copy.withoutTranscript(checked.withoutTranscript)}</p>}
      {result.changedCalls.length > 0 && <ChangedCalls result={result} />}
    </section>
  );
});

function RecentCalls({ recent }: Pick<BackTest, 'recent'>): ReactNode {
  const { before, after, followUps } = recent;
  const rows = [
    ...CALL_LABELS.map((label) => ({ name: CALL_LABEL_NAMES[label], now: before[label], draft: after[label] })),
    { name: copy.followUps, now: followUps.before, draft: followUps.after },
  ];
  return (
    <div>
      <h4 className="mb-1 font-semibold">{copy.recent(recent.calls)}</h4>
      <p className="mb-2">
        {copy.changed(recent.changed, recent.calls)} {copy.opened(followUps.opened)}
      </p>
      <DataTable
        caption={copy.recent(recent.calls)}
        cardBreakpointPx={0}
        columns={[
          { id: 'label', header: 'Label', cell: ({ name }) => name },
          { id: 'now', header: copy.now, align: 'end', cell: ({ now }) => formatNumber(now) },
          {
            id: 'draft',
            header: copy.draft,
            align: 'end',
            cell: ({ now, draft }) => (
              <span className={now === draft ? undefined : 'font-semibold'}>{formatNumber(draft)}</span>
            ),
          },
        ]}
        rows={rows}
        rowKey={({ name }) => name}
      />
    </div>
  );
}

function CheckedCalls({ checked }: Pick<BackTest, 'checked'>): ReactNode {
  const { accuracyBefore, accuracyAfter, fixed, broken } = checked;
  const verdict =
    fixed > broken ? copy.rises(fixed, broken) : fixed < broken ? copy.falls(fixed, broken) : copy.same(fixed);
  return (
    <div>
      <h4 className="mb-1 font-semibold">{copy.checked(checked.calls)}</h4>
      <p className="mb-2">
        {verdict} {fixed !== broken && isInconclusive(checked) && copy.chance}
      </p>
      <dl className="grid gap-3 sm:grid-cols-2">
        {[[copy.now, accuracyBefore] as const, [copy.draft, accuracyAfter] as const].map(([name, accuracy]) => (
          <div key={name} className="rounded-control border p-4">
            <dt className="text-fg-muted">{name}</dt>
            <dd className="mt-1 font-semibold">{accuracyText(accuracy)}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-2 text-meta text-fg-subtle">{copy.checkedLimit}</p>
    </div>
  );
}

function accuracyText({ right, checked, figure }: BackTest['checked']['accuracyBefore']): string {
  if (!figure) return `${right} of ${checked} right: too few checked calls for a percentage`;
  const { share, low, high } = figure;
  return copy.accuracy(right, checked, formatPercent(share), formatPercent(low), formatPercent(high));
}

// Whether the confidence intervals overlap or are unknown.
function isInconclusive({
  accuracyBefore: { figure: before },
  accuracyAfter: { figure: after },
}: BackTest['checked']): boolean {
  return !before || !after || (before.low <= after.high && after.low <= before.high);
}

function ChangedCalls({ result: { changedCalls, changedCallCount } }: { result: BackTest }): ReactNode {
  return (
    <div>
      <h4 className="font-semibold">Calls that change</h4>
      {changedCalls.length < changedCallCount && (
        <p className="text-fg-muted">{copy.someCalls(changedCalls.length, changedCallCount)}</p>
      )}
      <ul className="mt-2 divide-y">
        {changedCalls.map((call) => (
          <li key={call.id} className="grid gap-1.5 py-3">
            <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
              <a
                href={callPath(call.id, call.startMs === null ? null : Math.floor(call.startMs / 1_000))}
                target="_blank"
                rel="noopener"
                className="font-semibold text-primary underline underline-offset-2 wrap-anywhere"
              >
                {[call.customerName ?? (call.phone && formatPhone(call.phone)), formatDateTime(call.startedAt)]
                  .filter(Boolean)
                  .join(', ')}{' '}
                <span className="sr-only">(opens in a new tab)</span>
              </a>
              <span className="flex flex-wrap items-center gap-2">
                {call.from !== call.to && (
                  <>
                    <LabelPill label={call.from} />
                    <ArrowRight aria-hidden className="size-4 text-fg-subtle" />
                    <span className="sr-only">becomes</span>
                    <LabelPill label={call.to} />
                  </>
                )}
                {call.opensFollowUp && <Badge tone="warning">New follow-up</Badge>}
              </span>
            </div>
            <p className="text-fg-muted wrap-anywhere">
              {call.rule === null ? 'No rule matches anymore' : `Your rule “${call.rule}”`}
              {call.quote !== null && `: “${call.quote}”`}
            </p>
          </li>
        ))}
      </ul>
    </div>
  );
}
