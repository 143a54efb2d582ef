import { queryOptions, useQuery } from '@tanstack/react-query';
import { Check } from 'lucide-react';
import { useEffect, useSyncExternalStore, type ReactNode } from 'react';

import { api, unwrap } from '../../api/client';
import { browserLocation } from '../../lib/browser/browser-location';
import { LoadPlaceholder } from '../../ui/feedback/load-placeholder';
import { Card } from '../../ui/layout/card';
import { Tabs } from '../../ui/layout/tabs';
import { claudeCodeCommand, claudeDesktopConfig, codexConfig, mcpUrl, openAiExample } from './assistant-recipes';
import { CopyableCode } from './copyable-code';
import { DOCS_COPY } from './docs-copy';
import { listEndpoints, errorSample } from './endpoint';
import { EndpointGroup } from './endpoint-group';
import { FirstCall } from './first-call';
import { GettingStarted } from './getting-started';
import type { OpenApi } from './openapi';

const COPY = DOCS_COPY.assistants;

const RECIPES = [
  { name: 'Claude and ChatGPT apps', subject: 'Address', code: mcpUrl, explanation: COPY.apps },
  { name: 'Claude Code', subject: 'Command', code: claudeCodeCommand, explanation: COPY.claudeCode },
  { name: 'Claude Desktop', subject: 'Configuration', code: claudeDesktopConfig, explanation: COPY.claudeDesktop },
  { name: 'ChatGPT (Codex)', subject: 'Configuration', code: codexConfig, explanation: COPY.codex },
  { name: 'OpenAI API', subject: 'curl example', code: openAiExample, explanation: COPY.openAi },
  { name: 'n8n', subject: 'Endpoint', code: mcpUrl, explanation: COPY.n8n },
];

// Cast because the generated types don't cover the OpenAPI document itself.
const openApiQuery = queryOptions({
  queryKey: ['openapi'],
  queryFn: async ({ signal }): Promise<OpenApi> =>
    (await unwrap<unknown>(api.GET('/api/openapi.json', { signal }))) as OpenApi,
});

export function DocsPage(): ReactNode {
  const { data: document, isError, refetch } = useQuery(openApiQuery);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
      <GettingStarted problem={document && errorSample(document)} />
      <FirstCall />
      <Assistants />
      {document ? (
        <Endpoints document={document} />
      ) : (
        <LoadPlaceholder subject="the API description" className="h-96 rounded-card" retry={isError && refetch} />
      )}
      <BestPractices />
    </div>
  );
}

// The URL's hash selects the tab, by its name or by the ID of one of its endpoints.
function Endpoints({ document: openApi }: { document: OpenApi }): ReactNode {
  const hash = useHash();
  const endpoints = listEndpoints(openApi, DOCS_COPY.tabs);
  const linkedEndpoint = endpoints.find(({ id }) => id === hash);
  const linkedId = linkedEndpoint?.id;
  const tab = linkedEndpoint?.tag ?? DOCS_COPY.tabs.find((name) => name === hash) ?? DOCS_COPY.tabs[0];

  // The browser couldn't scroll to the endpoint before it was rendered.
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
            description={openApi.tags?.find((item) => item.name === name)?.description}
            endpoints={endpoints.filter((item) => item.tag === name)}
            cookieName={sessionCookieName(openApi)}
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

function Assistants(): ReactNode {
  const origin = browserLocation.origin();
  return (
    <Card title="Ask your assistant" subtitle={COPY.subtitle}>
      <p className="max-w-[75ch] text-fg-muted">{COPY.token}</p>
      <div className="gap-6 lg:columns-2">
        {RECIPES.map(({ name, subject, code, explanation }) => (
          <div key={name} className="flow-root break-inside-avoid">
            <CopyableCode heading={name} label={name} subject={subject} text={code(origin)} />
            <p className="mt-2 text-fg-muted">{explanation}</p>
          </div>
        ))}
      </div>
    </Card>
  );
}
