import type { ReactNode } from 'react';

import { formMessage } from '../../lib/messages/server-message';

// The API's reason for rejecting a form. The toast shows only generic text.
export function FormError({ error, fallback }: { error: Error | null; fallback: string }): ReactNode {
  const message = formMessage(error, fallback);
  if (message === null) return null;
  return (
    <p
      role="alert"
      className="rounded-control border border-transparent bg-negative-soft px-3 py-2 font-medium text-on-negative-soft"
    >
      {message}
    </p>
  );
}
