import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';

import { cx } from '../../ui/cx';
import { RefreshFailed } from '../../ui/feedback/empty-state';
import { LoadPlaceholder } from '../../ui/feedback/load-placeholder';

interface ReportFrameProps<T> {
  result: UseQueryResult<T>;
  /** Completes "Loading …" and "Couldn't load …". */
  subject: string;
  children: (report: T) => ReactNode;
}

/** Shows a report once it has loaded. While another period loads, the previous report stays visible but dimmed. */
export function ReportFrame<T>({ result, subject, children }: ReportFrameProps<T>): ReactNode {
  const { data, isError, isRefetchError, isPlaceholderData, refetch } = result;
  const retry = (): void => void refetch();
  if (!data || (isError && isPlaceholderData))
    return <LoadPlaceholder subject={subject} className="h-96 rounded-card" retry={isError && retry} />;
  return (
    <div
      aria-busy={isPlaceholderData}
      className={cx('grid grid-cols-1 gap-6 print:gap-3', isPlaceholderData && 'opacity-60')}
    >
      {isRefetchError && <RefreshFailed onRetry={retry} />}
      {children(data)}
    </div>
  );
}
