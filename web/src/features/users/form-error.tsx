import type { ReactNode } from 'react';

import { isAboutSession, serverMessage } from '../../lib/api-error';

/** Why the API refused a form, in its own words, beside what was entered. The toast says it in the fixed ones. */
export function FormRefusal({ error, fallback }: { error: Error | null; fallback: string }): ReactNode {
  if (error === null || isAboutSession(error)) return null;
  return (
    <p
      role="alert"
      className="rounded-control border border-transparent bg-negative-soft px-3 py-2 font-medium text-on-negative-soft"
    >
      {serverMessage(error, fallback)}
    </p>
  );
}
