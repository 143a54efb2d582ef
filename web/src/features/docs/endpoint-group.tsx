import type { ReactNode } from 'react';

import { browserLocation } from '../../lib/browser/browser-location';
import { Badge } from '../../ui/data/badge';
import { CodeBlock } from './code-block';
import { CopyableCode } from './copyable-code';
import { curlCommand, examplePath } from './curl';
import type { Auth, Endpoint, Sample } from './endpoint';
import { MethodChip } from './method-chip';

interface EndpointGroupProps {
  name: string;
  description?: string;
  endpoints: readonly Endpoint[];
  cookieName: string;
}

export function EndpointGroup({ name, description, endpoints, cookieName }: EndpointGroupProps): ReactNode {
  return (
    <div className="grid gap-8 max-lg:grid-cols-[minmax(0,1fr)] lg:grid-cols-[17rem_minmax(0,1fr)]">
      <nav
        aria-label={`${name} endpoints`}
        className="sticky top-[calc(var(--banner-height)+1.5rem)] max-h-[calc(100svh-var(--banner-height)-3rem)] self-start overflow-y-auto max-lg:hidden print:hidden"
      >
        <ul className="grid gap-0.5">
          {endpoints.map(({ id, method, summary }) => (
            <li key={id}>
              <a
                href={`#${id}`}
                className="flex items-start gap-2 rounded-control px-2 py-1.5 text-fg-muted -outline-offset-2 transition-colors hover:bg-sunken hover:text-fg"
              >
                <span className="w-16 shrink-0">
                  <MethodChip method={method} />
                </span>
                <span className="min-w-0">{summary}</span>
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-6">
        {description !== undefined && <p className="text-body text-fg-muted">{description}</p>}
        {endpoints.map((endpoint) => (
          <EndpointSection key={endpoint.id} endpoint={endpoint} cookieName={cookieName} />
        ))}
      </div>
    </div>
  );
}

const AUTH_LABELS: Record<Auth, string> = {
  none: 'No authentication',
  bearer: 'Bearer token',
  session: 'Session cookie',
  either: 'Bearer token or session cookie',
};

function EndpointSection({ endpoint, cookieName }: { endpoint: Endpoint; cookieName: string }): ReactNode {
  const { id, method, path, summary, description, auth, parameters, bodies, responses, errors } = endpoint;
  const origin = browserLocation.origin();
  const commands = (bodies.length > 0 ? bodies : [undefined]).map((body) => ({
    body,
    text: curlCommand(endpoint, body, { origin, cookieName }),
  }));
  return (
    <section id={id} aria-labelledby={`${id}-title`} className="scroll-mt-6 rounded-card border bg-surface p-5 md:p-6">
      <h2 id={`${id}-title`} className="text-prose">
        <a href={`#${id}`} className="rounded-chip hover:text-primary">
          {summary}
        </a>
      </h2>
      <p className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <MethodChip method={method} />
        <code className="font-mono wrap-anywhere">{path}</code>
        <Badge>{AUTH_LABELS[auth]}</Badge>
      </p>
      {description !== '' && <p className="mt-3 max-w-[75ch] text-fg-muted">{description}</p>}
      <CopyableCode heading="URL" label={`URL for ${summary}`} subject="URL" text={origin + examplePath(endpoint)} />
      {commands.map(({ body, text }) => {
        const kind = commands.length > 1 && body ? ` as ${body.mediaType}` : '';
        return (
          <CopyableCode
            key={body?.mediaType ?? ''}
            heading={`curl${kind}`}
            label={`curl example for ${summary}${kind}`}
            subject="curl example"
            text={text}
          />
        );
      })}
      {parameters.length > 0 && <Parameters parameters={parameters} />}
      {bodies.map((body) => (
        <div key={body.mediaType}>
          <Heading>
            Request body <MediaType sample={body} />
          </Heading>
          <CodeBlock label={`Request body for ${summary} as ${body.mediaType}`} text={formatSample(body)} />
        </div>
      ))}
      {responses.map(({ status, description: text, sample }) => (
        <div key={status}>
          <Heading>
            Response {status}
            {sample && <MediaType sample={sample} />}
          </Heading>
          {text !== '' && <p className="mb-2 text-fg-muted">{text}</p>}
          {sample && <CodeBlock label={`Response ${status} for ${summary}`} text={formatSample(sample)} />}
        </div>
      ))}
      {errors.length > 0 && (
        <>
          <Heading>Errors</Heading>
          <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1.5">
            {errors.map(({ status, description: text }) => (
              <ErrorStatus key={status} term={status}>
                {text}
              </ErrorStatus>
            ))}
          </dl>
        </>
      )}
    </section>
  );
}

function Parameters({ parameters }: Pick<Endpoint, 'parameters'>): ReactNode {
  return (
    <>
      <Heading>Parameters</Heading>
      <dl className="grid gap-2.5">
        {parameters.map(({ name, in: location, required, description, example }) => (
          <div key={`${location} ${name}`}>
            <dt className="flex flex-wrap items-center gap-2">
              <code className="font-mono font-semibold">{name}</code>
              <span className="text-meta text-fg-subtle">
                {location}
                {required ? ', required' : ''}
              </span>
            </dt>
            <dd className="text-fg-muted">
              {description} Example:{' '}
              <code className="font-mono wrap-anywhere">
                {typeof example === 'string' ? example : JSON.stringify(example)}
              </code>
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}

function Heading({ children }: { children: ReactNode }): ReactNode {
  return <h3 className="mt-5 mb-2 flex flex-wrap items-baseline gap-2 text-ui">{children}</h3>;
}

function MediaType({ sample: { mediaType } }: { sample: Sample }): ReactNode {
  return <span className="font-mono text-meta font-normal text-fg-subtle">{mediaType}</span>;
}

function ErrorStatus({ term, children }: { term: string; children: ReactNode }): ReactNode {
  return (
    <>
      <dt className="font-semibold">{term}</dt>
      <dd className="text-fg-muted">{children}</dd>
    </>
  );
}

function formatSample({ value }: Sample): string {
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2);
}
