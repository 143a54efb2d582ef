import { useQuery } from '@tanstack/react-query';
import { CircleCheck } from 'lucide-react';
import type { ReactNode } from 'react';

import { CHANNEL_NAMES } from '@ringwell/domain/deliveries/delivery';

import type { AccountError } from '../../api/types';
import { formatDateTime } from '../../lib/format/format';
import { EmptyState } from '../../ui/feedback/empty-state';
import { LoadPlaceholder } from '../../ui/feedback/load-placeholder';
import { Card } from '../../ui/layout/card';
import { UserCall } from '../users/components/user-call';
import { accountErrorsQuery } from './api';

interface AccountErrorsProps {
  userId: string;
  name: string;
}

export function AccountErrors(props: AccountErrorsProps): ReactNode {
  return (
    <Card title="Recent errors">
      <ErrorList {...props} />
    </Card>
  );
}

function ErrorList({ userId, name }: AccountErrorsProps): ReactNode {
  const { data: errors, isError, refetch } = useQuery(accountErrorsQuery(userId));
  if (errors === undefined) return <LoadPlaceholder subject="the errors" className="h-28" retry={isError && refetch} />;
  if (errors.length === 0)
    return (
      <EmptyState icon={<CircleCheck />} title="No errors" text="Every call was processed and every message sent." />
    );
  return (
    <ul className="divide-y">
      {errors.map((error) => (
        <li key={`${error.at} ${error.kind} ${error.callId}`} className="grid gap-1 py-3 first:pt-0 last:pb-0">
          <div className="flex flex-wrap items-baseline justify-between gap-x-4">
            <p className="font-semibold">{errorTitle(error)}</p>
            <time dateTime={error.at} className="text-meta text-fg-subtle">
              {formatDateTime(error.at)}
            </time>
          </div>
          <p className="wrap-anywhere">{error.message}</p>
          <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
            <p className="font-mono text-meta text-fg-subtle wrap-anywhere">
              {[error.code, error.callId && `call ${error.callId}`].filter(Boolean).join(' · ')}
            </p>
            {error.callId !== null && <UserCall callId={error.callId} userId={userId} name={name} />}
          </div>
        </li>
      ))}
    </ul>
  );
}

function errorTitle({ channel }: AccountError): string {
  return channel === null ? 'Call not processed' : `Message not sent: ${CHANNEL_NAMES[channel]}`;
}
