import type { ReactNode } from 'react';

import type { Endpoint } from './endpoint';
import { EndpointSection } from './endpoint-section';
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
