import { useQuery } from '@tanstack/react-query';
import { useEffect, type ReactNode } from 'react';

import { LoadFailed } from '../../ui/feedback/empty-state';
import { Skeleton } from '../../ui/feedback/skeleton';
import { Tabs } from '../../ui/layout/tabs';
import { openApiQuery } from './api';
import { BestPractices } from './best-practices';
import { DOCS_COPY } from './docs-copy';
import { endpointsOf, problemOf } from './endpoint';
import { EndpointGroup } from './endpoint-group';
import { FirstCall } from './first-call';
import { GettingStarted } from './getting-started';
import type { OpenApi } from './openapi';
import { useHash } from './use-hash';

export function DocsPage(): ReactNode {
  const { data: document, isError, refetch } = useQuery(openApiQuery);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
      <GettingStarted problem={document && problemOf(document)} />
      <FirstCall />
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

/** The address says which tab is open: by its name, or by the id of one of its endpoints. */
function Endpoints({ document: openApi }: { document: OpenApi }): ReactNode {
  const hash = useHash();
  const endpoints = endpointsOf(openApi, DOCS_COPY.tabs);
  const linked = endpoints.find(({ id }) => id === hash);
  const linkedId = linked?.id;
  const tab = linked?.tag ?? DOCS_COPY.tabs.find((name) => name === hash) ?? DOCS_COPY.tabs[0];

  // The browser cannot go there by itself: the endpoint was not on the page yet.
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
            cookie={cookieOf(openApi)}
          />
        ),
      }))}
    />
  );
}

function cookieOf({ components }: OpenApi): string {
  return Object.values(components?.securitySchemes ?? {}).find(({ type }) => type === 'apiKey')?.name ?? 'session';
}
