import { useQuery } from '@tanstack/react-query';
import { Link2Off, Printer } from 'lucide-react';
import { useEffect, type ReactNode } from 'react';
import { useParams } from 'react-router';

import { formatTime } from '@ringwell/domain/time';

import { isNotFound } from '../../api/api-error';
import type { SharedCall } from '../../api/types';
import { usePageTitle } from '../../lib/browser/use-document-title';
import { COPY } from '../../lib/copy';
import { useProduct } from '../../lib/product';
import { Button } from '../../ui/buttons/button';
import { EmptyState, LoadFailed } from '../../ui/feedback/empty-state';
import { Skeleton } from '../../ui/feedback/skeleton';
import { Wordmark } from '../../ui/layout/logo';
import { recordOpening, sharedCallQuery } from './api';
import { SharedCallView } from './shared-call-view';

const GONE = { title: "This link doesn't work anymore", text: 'Ask the person who sent it for a new one.' };

/** Shows a shared call to anyone with its link, without a sign-in. */
export function SharedCallPage(): ReactNode {
  const { token = '' } = useParams();
  const { name } = useProduct();
  const { data, error, refetch } = useQuery(sharedCallQuery(token));
  const isShown = data !== undefined;
  useEffect(() => {
    if (isShown) void recordOpening(token);
  }, [token, isShown]);
  usePageTitle(data?.customerName ?? null);
  return (
    <div className="mx-auto flex min-h-svh w-full max-w-[50rem] flex-col px-5 print:max-w-none print:px-0">
      <header className="flex items-center justify-between gap-4 py-5 print:hidden">
        <Wordmark name={name} />
        {isShown && (
          <Button variant="outline" size="sm" onClick={() => window.print()}>
            <Printer aria-hidden />
            Print
          </Button>
        )}
      </header>
      <main id="main" tabIndex={-1} className="grow pb-16 outline-none print:pb-0">
        {isShown ? (
          <SharedCallView call={data} token={token} />
        ) : error === null ? (
          <div role="status">
            <Skeleton className="h-72" label="Loading call" />
          </div>
        ) : isNotFound(error) ? (
          <>
            <h1 className="sr-only">{COPY.shared}</h1>
            <EmptyState icon={<Link2Off />} {...GONE} />
          </>
        ) : (
          <LoadFailed subject="the call" onRetry={() => void refetch()} />
        )}
      </main>
      {isShown && <Footer call={data} />}
    </div>
  );
}

function Footer({ call: { sharedBy, expiresAt, timeZone } }: { call: SharedCall }): ReactNode {
  return (
    <footer className="border-t py-5 text-meta text-fg-subtle print:mt-6">
      Shared by {sharedBy}. This link works until {formatTime(new Date(expiresAt), timeZone, 'fullDateTime')}. Please
      don't pass it on.
    </footer>
  );
}
