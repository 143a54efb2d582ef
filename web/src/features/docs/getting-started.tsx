import { useRef, type ReactNode } from 'react';

import { browserLocation } from '../../lib/browser/browser-location';
import { CopyButton } from '../../ui/buttons/copy-button';
import { Card } from '../../ui/layout/card';
import { CodeBlock } from './code-block';

export function GettingStarted({ problem }: { problem: unknown }): ReactNode {
  const origin = browserLocation.origin();
  const urlRef = useRef<HTMLElement>(null);
  return (
    <div className="grid items-start gap-6 max-lg:grid-cols-[minmax(0,1fr)] lg:grid-cols-2">
      <Card
        title="Base URL"
        subtitle="All paths below are relative to this URL."
        action={<CopyButton text={origin} subject="Base URL" textRef={urlRef} />}
      >
        <code ref={urlRef} className="block rounded-control border bg-sunken p-3 font-mono break-all">
          {origin}
        </code>
        {problem !== undefined && (
          <>
            <h3 className="mt-6 text-ui">Errors</h3>
            <p className="mt-0.5 mb-3 text-fg-muted">
              Every error looks like this: a stable code for programs and a message for people.
            </p>
            <CodeBlock label="Error format" text={JSON.stringify(problem, null, 2)} />
          </>
        )}
      </Card>
      <Card title="Authentication" subtitle="Each endpoint lists what it accepts.">
        <dl className="grid gap-5">
          <div>
            <dt className="font-semibold">Bearer token, for the API</dt>
            <dd className="mt-1 text-fg-muted">
              For n8n and other automations. Send the token with every request:
              <CodeBlock className="mt-2" label="Header with a bearer token" text="Authorization: Bearer YOUR_TOKEN" />
            </dd>
          </div>
          <div>
            <dt className="font-semibold">Session cookie, for the dashboard</dt>
            <dd className="mt-1 text-fg-muted">
              A signed-in browser sends it automatically. Requests that change data must come from this site.
            </dd>
          </div>
        </dl>
      </Card>
    </div>
  );
}
