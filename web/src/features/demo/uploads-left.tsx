import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';

import { DEMO_UPLOAD_LIMIT } from '@ringwell/domain/accounts/account-limits';

import { UPLOAD_COPY } from '../../lib/recordings/upload-copy';
import { useUser } from '../../lib/session/session';
import { cx } from '../../ui/cx';
import { demoUsageQuery } from './api';

/** Shown to full accounts instead of `UploadsLeft`, because their uploads count as minutes. */
export function TrialNote(): ReactNode {
  const { data } = useQuery(demoUsageQuery(useUser().accountId));
  return <p className="text-fg-muted">{data && UPLOAD_COPY.trial(data.maxMinutes)}</p>;
}

export function UploadsLeft({ remaining }: { remaining: number }): ReactNode {
  const { data } = useQuery(demoUsageQuery(useUser().accountId));
  return (
    <div className="grid gap-1.5">
      <p className="flex items-center gap-2.5 font-medium text-fg-muted">
        <span aria-hidden className="flex gap-1.5">
          {Array.from({ length: DEMO_UPLOAD_LIMIT }, (_, index) => (
            <span
              key={index}
              className={cx(
                'size-2.5 rounded-full border',
                index < remaining ? 'border-primary bg-primary forced-colors:bg-[Highlight]' : 'border-border-strong',
              )}
            />
          ))}
        </span>
        {UPLOAD_COPY.left(remaining, DEMO_UPLOAD_LIMIT)}
      </p>
      {data && <p className="text-meta text-fg-muted">{UPLOAD_COPY.counts(data.maxMinutes)}</p>}
    </div>
  );
}
