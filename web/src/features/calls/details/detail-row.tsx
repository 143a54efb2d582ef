import type { ReactNode } from 'react';

export function DetailRow({ term, text, note }: { term: string; text: string; note?: string }): ReactNode {
  return (
    <div className="flex justify-between gap-4">
      <dt className="shrink-0 text-fg-muted">{term}</dt>
      <dd className="min-w-0 text-right break-words">
        {text}
        {note !== undefined && <span className="block text-meta text-fg-subtle">{note}</span>}
      </dd>
    </div>
  );
}
