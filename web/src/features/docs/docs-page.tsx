import { useQuery } from '@tanstack/react-query';
import { Check } from 'lucide-react';
import { useEffect, useSyncExternalStore, type ReactNode } from 'react';

import { LoadFailed } from '../../ui/feedback/empty-state';
import { Skeleton } from '../../ui/feedback/skeleton';
import { Card } from '../../ui/layout/card';
import { Tabs } from '../../ui/layout/tabs';
import { openApiQuery } from './api';
import { Assistants } from './assistants';
import { DOCS_COPY } from './docs-copy';
import { listEndpoints, errorSample } from './endpoint';
import { EndpointGroup } from './endpoint-group';
import { FirstCall } from './first-call';
import { GettingStarted } from './getting-started';
import type { OpenApi } from './openapi';

export function DocsPage(): ReactNode {
  const { data: document, isError, refetch } = useQuery(openApiQuery);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
      <GettingStarted problem={document && errorSample(document)} />
      <FirstCall />
      <Assistants />
      {document ? (
        <Endpoints document={document} />
      ) : isError ? (
        <LoadFailed what="the API description" onRetry={() => void refetch()} />
      ) : (
        <Skeleton className="h-96 rounded-card" label="Loading API description" />
      )}
      <BestPractices />
    </div>
  );
}

// The URL's hash selects the tab, by its name or by the id of one of its endpoints.
function Endpoints({ document: openApi }: { document: OpenApi }): ReactNode {
  const hash = useHash();
  const endpoints = listEndpoints(openApi, DOCS_COPY.tabs);
  const linked = endpoints.find(({ id }) => id === hash);
  const linkedId = linked?.id;
  const tab = linked?.tag ?? DOCS_COPY.tabs.find((name) => name === hash) ?? DOCS_COPY.tabs[0];

  // The browser could not scroll to the endpoint before it was rendered.
  useEffect(() => {
    if (linkedId !== undefined) document.getElementById(linkedId)?.scrollIntoView();
  }, [linkedId]);

  return (
    <Tabs
      label="API sections"
      value={tab}
      onChange={(name) => {
        window.location.hash = name;
      }}
      tabs={DOCS_COPY.tabs.map((name) => ({
        id: name,
        label: name,
        panel: (
          <EndpointGroup
            name={name}
            description={openApi.tags?.find((each) => each.name === name)?.description}
            endpoints={endpoints.filter((each) => each.tag === name)}
            cookie={sessionCookieName(openApi)}
          />
        ),
      }))}
    />
  );
}

function sessionCookieName({ components }: OpenApi): string {
  return Object.values(components?.securitySchemes ?? {}).find(({ type }) => type === 'apiKey')?.name ?? 'session';
}

function BestPractices(): ReactNode {
  return (
    <Card title="Best Practices">
      <ul className="grid gap-x-8 gap-y-4 md:grid-cols-2">
        {DOCS_COPY.bestPractices.map(({ title, text }) => (
          <li key={title} className="flex gap-3">
            <Check aria-hidden className="mt-0.5 size-4 shrink-0 text-primary" />
            <div>
              <p className="font-semibold">{title}</p>
              <p className="text-fg-muted">{text}</p>
            </div>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function useHash(): string {
  return useSyncExternalStore(subscribeToHash, () => decodeURIComponent(window.location.hash.slice(1)));
}

function subscribeToHash(onChange: () => void): () => void {
  window.addEventListener('hashchange', onChange);
  return () => window.removeEventListener('hashchange', onChange);
}
