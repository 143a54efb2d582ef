import { MapPin, PhoneOutgoing, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';

import type { Sentiment } from '@ringwell/domain/calls/sentiment';

import { cx } from '../../ui/cx';
import { LabelPill } from '../../ui/data/label-pill';
import { SAMPLE_CALL } from './sample-call';

const WEEK: readonly { caller: string; topic: string; day: string; sentiment: Sentiment }[] = [
  { caller: 'Priya Nair', topic: 'Thermostat works, thanks the technician', day: 'Mon', sentiment: 'positive' },
  { caller: 'Tom Becker', topic: 'Moves the maintenance visit to Friday', day: 'Tue', sentiment: 'neutral' },
  { caller: SAMPLE_CALL.caller, topic: 'No hot water again after the repair', day: 'Thu', sentiment: 'negative' },
  { caller: 'Alice Grant', topic: 'Books a second air conditioner', day: 'Fri', sentiment: 'positive' },
];

export function WeekOfCalls(): ReactNode {
  return (
    <ul aria-label="A week of calls" className="divide-y overflow-hidden rounded-card border bg-surface">
      {WEEK.map(({ caller, topic, day, sentiment }) => {
        const isExpanded = sentiment === 'negative';
        return (
          <li key={caller} className={cx('px-5 py-4', isExpanded && 'bg-bg')}>
            <div className="flex items-center gap-4">
              <span className="w-8 shrink-0 text-meta text-fg-subtle">{day}</span>
              <span className="min-w-0 grow">
                <span className="block font-semibold">{caller}</span>
                <span className="block text-fg-muted">{topic}</span>
              </span>
              <LabelPill label={sentiment} />
            </div>
            {isExpanded && (
              <ul className="mt-3 ml-12 grid gap-1.5 border-l-2 border-negative-solid pl-3">
                {SAMPLE_CALL.highlights.map((highlight) => (
                  <li key={highlight}>{highlight}</li>
                ))}
              </ul>
            )}
          </li>
        );
      })}
    </ul>
  );
}

export function SavedReview(): ReactNode {
  const steps = [
    {
      Icon: TriangleAlert,
      when: '2:14 PM',
      title: 'Alert',
      text: `${SAMPLE_CALL.caller} hung up unhappy`,
      sentiment: 'negative',
    },
    {
      Icon: PhoneOutgoing,
      when: '2:31 PM',
      title: 'You call back',
      text: 'Senior tech at 8 AM, no charge',
      sentiment: undefined,
    },
    {
      Icon: MapPin,
      when: 'Next day',
      title: 'After the visit',
      text: '"Hot water, finally. Thank you for calling me."',
      sentiment: 'positive',
    },
  ] as const;
  return (
    <ol aria-label="How a review is saved" className="rounded-card border bg-surface p-5 md:p-6">
      {steps.map(({ Icon, when, title, text, sentiment }, index) => (
        <li
          key={title}
          className={cx(
            'relative flex gap-4',
            index < steps.length - 1 &&
              'pb-7 before:absolute before:top-10 before:bottom-1 before:left-[1.1875rem] before:w-px before:bg-border-strong/50',
          )}
        >
          <span aria-hidden className="grid size-10 shrink-0 place-items-center rounded-full bg-sunken text-fg-muted">
            <Icon className="size-4.5" />
          </span>
          <div className="min-w-0 grow">
            <p className="flex items-baseline justify-between gap-3">
              <span className="font-semibold">{title}</span>
              <span className="text-meta text-fg-subtle">{when}</span>
            </p>
            <p className="mt-0.5 text-fg-muted">{text}</p>
            {sentiment && <LabelPill label={sentiment} className="mt-2.5" />}
          </div>
        </li>
      ))}
    </ol>
  );
}

export function JobBrief(): ReactNode {
  return (
    <div className="mx-auto w-full max-w-[21rem] rounded-[2.25rem] border bg-surface p-2.5 shadow-raised">
      <div className="rounded-[1.75rem] border bg-bg p-5 pt-4">
        <div aria-hidden className="mx-auto mb-4 h-1.5 w-16 rounded-full bg-border" />
        <p className="text-meta font-semibold text-accent-text">Tomorrow, 8:00 AM</p>
        <p className="mt-1 font-display text-title font-bold">{SAMPLE_CALL.job}</p>
        <p className="mt-0.5 text-fg-muted">{SAMPLE_CALL.caller}, 14 Alder Court</p>
        <div className="mt-4 rounded-menu border bg-surface p-4">
          <LabelPill label="negative" />
          <p className="mt-2.5">{SAMPLE_CALL.summary}</p>
        </div>
        <p className="mt-4 text-meta font-semibold text-fg-muted">Key points</p>
        <ul className="mt-1.5 grid gap-1">
          {SAMPLE_CALL.highlights.map((highlight) => (
            <li key={highlight}>{highlight}</li>
          ))}
        </ul>
      </div>
    </div>
  );
}
