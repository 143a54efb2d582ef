import type { ReactNode } from 'react';

import { isAboutSession } from '../../api/api-error';
import { serverMessage } from '../../lib/server-message';

// The API's reason for refusing a form. The toast shows only the fixed text.
export function FormError({ error, fallback }: { error: Error | null; fallback: string }): ReactNode {
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
