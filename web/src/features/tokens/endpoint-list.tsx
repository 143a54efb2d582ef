import { useRef, type ReactNode } from 'react';

import { browserLocation } from '../../lib/browser/browser-location';
import { Button } from '../../ui/buttons/button';
import { CopyButton } from '../../ui/buttons/copy-button';
import { Badge } from '../../ui/data/badge';
import { useTestEndpoint, type EndpointResponse } from './api';
import { listEndpoints, type Endpoint } from './endpoints';

export function EndpointList({ userId }: { userId: string }): ReactNode {
  return (
    <>
      <p className="mb-4 max-w-[70ch] text-fg-muted">
        Use this account's token in the Authorization header. Test uses your session.
      </p>
      <ul aria-label="Endpoints" className="grid gap-4">
        {listEndpoints(userId).map((endpoint) => (
          <EndpointRow key={endpoint.path} endpoint={endpoint} />
        ))}
      </ul>
    </>
  );
}

function EndpointRow({ endpoint }: { endpoint: Endpoint }): ReactNode {
  const urlRef = useRef<HTMLElement>(null);
  const test = useTestEndpoint();
  const { name, method, path, testNote } = endpoint;
  const url = browserLocation.origin() + path;
  return (
    <li className="rounded-menu border p-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <p className="font-semibold">{name}</p>
        <Badge>{method}</Badge>
        <div className="ml-auto flex gap-2">
          <CopyButton text={url} subject={`${name} URL`} textRef={urlRef} />
          <Button
            size="sm"
            variant="outline"
            aria-label={`Test ${name}`}
            pending={test.isPending}
            pendingLabel="Testing..."
            onClick={() => test.mutate(endpoint)}
          >
            Test
          </Button>
        </div>
      </div>
      <code ref={urlRef} className="mt-2 block font-mono break-all">
        {url}
      </code>
      <p className="mt-1.5 text-meta text-fg-subtle">{testNote}</p>
      <div aria-live="polite">
        {test.data && <EndpointResult {...test.data} />}
        {test.isError && (
          <p className="mt-3 font-medium text-negative">No response. Check your connection and test again.</p>
        )}
      </div>
    </li>
  );
}

function EndpointResult({ status, body }: EndpointResponse): ReactNode {
  return (
    <div className="mt-3">
      <p className="flex items-center gap-2 font-medium">
        Status <Badge tone={status < 400 ? 'primary' : 'danger'}>{status}</Badge>
      </p>
      <pre
        role="group"
        aria-label="Response body"
        tabIndex={0}
        className="mt-2 max-h-64 overflow-auto rounded-control border bg-sunken p-3 font-mono text-meta whitespace-pre-wrap break-all"
      >
        {body === '' ? 'The response is empty.' : body}
      </pre>
    </div>
  );
}
