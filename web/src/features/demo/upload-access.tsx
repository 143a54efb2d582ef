import { useQuery } from '@tanstack/react-query';
import { Lock, Sparkles } from 'lucide-react';
import type { ReactNode } from 'react';

import { DEMO_UPLOAD_LIMIT } from '@ringwell/domain/accounts/account-limits';

import { UPLOAD_COPY } from '../../lib/recordings/upload-copy';
import { useHasRole, useUser } from '../../lib/session/session';
import { EmptyState } from '../../ui/feedback/empty-state';
import { LoadPlaceholder } from '../../ui/feedback/load-placeholder';
import { demoUsageQuery } from './api';
import type { DemoUpload } from './use-demo-upload';

interface UploadAccessProps {
  upload: DemoUpload;
  /** @param remaining the number of uploads left, or null for full accounts, whose uploads count as minutes */
  children: (remaining: number | null) => ReactNode;
  /** Whether full accounts can also upload here. */
  isForFullAccounts?: boolean;
  upsell?: ReactNode;
}

// Renders its children for users who can upload, and explains to everyone else why they can't.
export function UploadAccess(props: UploadAccessProps): ReactNode {
  const { accountId, status } = useUser();
  const canUpload = useHasRole('member');
  const isFullAccount = status === 'active';
  if (isFullAccount && !props.isForFullAccounts)
    return (
      <EmptyState
        icon={<Lock />}
        title="Demo sandbox is only available for demo accounts"
        text="You have a full account. Your calls are on the dashboard."
      />
    );
  if (!canUpload)
    return (
      <EmptyState
        icon={<Lock />}
        title="Viewers can't upload"
        text="Ask an owner of the account to change your role."
      />
    );
  if (isFullAccount) return props.children(null);
  return <UploadLimit accountId={accountId} {...props} />;
}

function UploadLimit({ accountId, upload, children, upsell }: UploadAccessProps & { accountId: string }): ReactNode {
  const { data, isError, refetch } = useQuery(demoUsageQuery(accountId));
  if (data === undefined) return <LoadPlaceholder subject="your demo" className="h-72" retry={isError && refetch} />;
  const remaining = Math.max(DEMO_UPLOAD_LIMIT - data.count, 0);
  if (remaining > 0 || upload.isBusy || upload.resume) return children(remaining);
  return (
    <EmptyState icon={<Sparkles />} title={UPLOAD_COPY.limitTitle} text={UPLOAD_COPY.limit}>
      {upsell}
    </EmptyState>
  );
}
