import type { ReactNode } from 'react';

import { formMessage } from '../../lib/messages/server-message';
import { cx } from '../cx';

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

/** A sentence about what is wrong, announced when it appears. Nothing without a message. */
export function ErrorText({ message, className }: { message?: string | null; className?: string }): ReactNode {
  return (
    typeof message === 'string' && (
      <p role="alert" className={cx('font-medium text-negative', className)}>
        {message}
      </p>
    )
  );
}
