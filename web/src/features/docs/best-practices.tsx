import { Check } from 'lucide-react';
import type { ReactNode } from 'react';

import { Card } from '../../ui/layout/card';
import { DOCS_COPY } from './docs-copy';

export function BestPractices(): ReactNode {
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
