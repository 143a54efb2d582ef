import { useQuery } from '@tanstack/react-query';
import { Lock, Sparkles } from 'lucide-react';
import type { ReactNode } from 'react';

import { DEMO_UPLOAD_LIMIT } from '@ringwell/domain/account-limits';

import { useUser } from '../../lib/session';
import { UPLOAD_COPY } from '../../lib/upload-copy';
import { EmptyState, LoadFailed } from '../../ui/feedback/empty-state';
import { Skeleton } from '../../ui/feedback/skeleton';
import { demoUsageQuery } from './api';
import type { DemoUpload } from './use-demo-upload';

interface UploadAccessProps {
  /** Somebody who is at it with the last upload stays with it. */
  upload: DemoUpload;
  /** What somebody with uploads left sees. */
  children: (left: number) => ReactNode;
  /** The next step of somebody who has none. */
  atLimit?: ReactNode;
}

/** Shows the demo to those who may use it, and tells everybody else why not. */
export function UploadAccess(props: UploadAccessProps): ReactNode {
  const { id, status } = useUser();
  if (status !== 'demo')
    return (
      <EmptyState
        icon={<Lock />}
        title={UPLOAD_COPY.demoOnly}
        text="You have a full account. Your calls are on the dashboard."
      />
    );
  return <WithUploadsLeft userId={id} {...props} />;
}

function WithUploadsLeft({ userId, upload, children, atLimit }: UploadAccessProps & { userId: string }): ReactNode {
  const { data, isError, refetch } = useQuery(demoUsageQuery(userId));
  if (data === undefined)
    return isError ? (
      <LoadFailed what="your demo" onRetry={() => void refetch()} />
    ) : (
      <Skeleton className="h-72" label="Loading your demo" />
    );
  const left = Math.max(DEMO_UPLOAD_LIMIT - data.count, 0);
  if (left > 0 || upload.isBusy || upload.lookAgain) return children(left);
  return (
    <EmptyState icon={<Sparkles />} title={UPLOAD_COPY.limitTitle} text={UPLOAD_COPY.limit}>
      {atLimit}
    </EmptyState>
  );
}
