import { CircleAlert, CircleCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';

import { engineName } from '@ringwell/domain/calls/engine-name';
import { BASIC_ENGINE, NO_RECOGNIZER } from '@ringwell/domain/calls/engine-note';
import { CHANNEL_NAMES } from '@ringwell/domain/deliveries/delivery';

import type { SystemHealth } from '../../api/types';
import { formatNumber, formatTime, plural } from '../../lib/format/format';
import { describeUndelivered } from '../../lib/format/undelivered';
import { PATHS, userAccountPath } from '../../lib/paths';
import { ButtonLink } from '../../ui/buttons/button';
import { cx } from '../../ui/cx';
import { Card } from '../../ui/layout/card';
import { UserCall } from '../users/components/user-call';
import { healthProblems, isNearlyFull } from './health-problems';

const BYTES_PER_GB = 1_000_000_000;

interface Cell {
  label: string;
  value: string;
  note?: string;
  isProblem?: boolean;
}

/** Shows whether everything is running, and which messages could not be delivered. */
export function HealthStrip({ health }: { health: SystemHealth }): ReactNode {
  const problems = healthProblems(health);
  const Icon = problems.length > 0 ? CircleAlert : CircleCheck;
  return (
    <Card
      title={
        <span className="flex items-start gap-2">
          <Icon
            aria-hidden
            className={cx('mt-0.5 size-5 shrink-0', problems.length > 0 ? 'text-negative' : 'text-positive')}
          />
          <span role="status" className="grid gap-1">
            {problems.length === 0
              ? 'Everything is running'
              : problems.map((problem) => <span key={problem}>{problem}.</span>)}
          </span>
        </span>
      }
      action={
        <ButtonLink to={PATHS.analytics} variant="outline" size="sm">
          Details
        </ButtonLink>
      }
    >
      <dl className="grid grid-cols-2 gap-x-4 gap-y-4 sm:grid-cols-4 xl:grid-cols-7">
        {buildCells(health).map(({ label, value, note, isProblem }) => (
          <div key={label} className="min-w-0">
            <dt className="text-meta text-fg-muted">{label}</dt>
            <dd>
              <span className={cx('block font-semibold wrap-anywhere', isProblem && 'text-negative')}>{value}</span>
              {note && <span className="block text-meta text-fg-subtle">{note}</span>}
            </dd>
          </div>
        ))}
      </dl>
      <UndeliveredList undelivered={health.undelivered ?? []} />
      {health.notes.map((note) => (
        <p key={note} className="mt-3 text-meta text-fg-muted">
          {note}
        </p>
      ))}
      <p className="mt-3 text-meta text-fg-subtle">
        Checked at <time dateTime={health.checkedAt}>{formatTime(new Date(health.checkedAt))}</time>.
      </p>
    </Card>
  );
}

function buildCells({
  engines,
  inbox,
  writers,
  workers,
  silentWorkers,
  queue,
  undelivered,
  disk,
  version,
}: SystemHealth): Cell[] {
  // Only workers know which engines they use.
  const emptyLabel = workers.length === 0 ? 'Unknown' : 'None';
  const recognizers = engines.transcription.filter((engine) => engine !== NO_RECOGNIZER);
  const failedCount = undelivered?.reduce((count, row) => count + row.failed, 0);
  const ageMinutes = Math.floor((queue?.oldestQueuedAgeSeconds ?? 0) / 60);
  const otherVersionCount = workers.filter((worker) => worker.version !== version).length;
  return [
    {
      label: 'Recognizer',
      value: recognizers.map(engineName).join(', ') || emptyLabel,
      note: recognizers.includes(BASIC_ENGINE) ? 'Basic: expect many wrong words' : undefined,
      isProblem: workers.length > 0 && recognizers.length === 0,
    },
    {
      label: 'Writer',
      value: writers.map(engineName).join(', ') || emptyLabel,
      note: workers.length > 0 && writers.length === 0 ? 'Quotes instead of summaries; no bookings' : undefined,
    },
    {
      label: 'Workers',
      value: workers.length === 0 ? 'None' : `${formatNumber(workers.length)} running`,
      note: silentWorkers.length > 0 ? `${formatNumber(silentWorkers.length)} not responding` : undefined,
      isProblem: workers.length === 0 || silentWorkers.length > 0,
    },
    {
      label: 'In line',
      value: queue ? plural(queue.queued + queue.released, 'call') : 'Unknown',
      note: ageMinutes > 0 ? `Oldest: ${formatNumber(ageMinutes)} min` : queue ? `${queue.running} running` : undefined,
    },
    {
      label: 'Failed messages',
      value: failedCount === undefined ? 'Unknown' : failedCount === 0 ? 'None' : formatNumber(failedCount),
      note: 'Last 24 hours',
      isProblem: failedCount !== 0,
    },
    {
      label: 'Disk',
      value: disk ? `${formatNumber(disk.freeBytes / BYTES_PER_GB)} GB free` : 'No known limit',
      note: disk ? `of ${formatNumber(disk.totalBytes / BYTES_PER_GB)} GB` : undefined,
      isProblem: isNearlyFull(disk),
    },
    ...buildInboxCells(inbox),
    {
      label: 'Version',
      value: version,
      note: otherVersionCount > 0 ? `${plural(otherVersionCount, 'worker')} on another version` : undefined,
      isProblem: otherVersionCount > 0,
    },
  ];
}

function buildInboxCells(inbox: SystemHealth['inbox']): Cell[] {
  if (!inbox) return [];
  const waitingCount = inbox.reduce((count, folder) => count + folder.waiting, 0);
  const rejectedCount = inbox.reduce((count, folder) => count + folder.refused, 0);
  return [
    {
      label: 'Inbox',
      value: plural(inbox.length, 'folder'),
      note: [
        waitingCount > 0 && `${formatNumber(waitingCount)} waiting`,
        rejectedCount > 0 && `${formatNumber(rejectedCount)} rejected today`,
      ]
        .filter(Boolean)
        .join(', '),
      isProblem: inbox.some(({ problem }) => problem !== null),
    },
  ];
}

function UndeliveredList({ undelivered }: { undelivered: NonNullable<SystemHealth['undelivered']> }): ReactNode {
  if (undelivered.length === 0) return null;
  return (
    <section className="mt-5 border-t pt-4">
      <h3 className="text-body">Undelivered messages</h3>
      <ul className="mt-2 divide-y">
        {undelivered.map(({ userId, accountName, channel, destination, failed, retrying, reason, callId }) => (
          <li
            key={`${userId} ${channel} ${destination}`}
            className="flex flex-wrap items-center gap-x-4 gap-y-2 py-2.5"
          >
            <div className="grid min-w-0 grow basis-72 gap-0.5">
              <p className="wrap-anywhere">
                <Link to={userAccountPath(userId)} className="font-semibold text-primary hover:underline">
                  {accountName}
                </Link>
                {` · ${CHANNEL_NAMES[channel]} · ${destination} · `}
                <span className="font-semibold">{describeUndelivered({ failed, retrying })}</span>
              </p>
              {reason !== null && <p className="text-fg-muted">{reason}</p>}
            </div>
            {callId !== null && <UserCall callId={callId} userId={userId} name={accountName} />}
          </li>
        ))}
      </ul>
    </section>
  );
}
