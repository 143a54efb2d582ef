import type { ReactNode } from 'react';

import { initials } from '../../lib/format';

// Initials, shown next to the name that screen readers announce.
export function Avatar(user: {
  firstName?: string | null;
  lastName?: string | null;
  email?: string | null;
}): ReactNode {
  return (
    <span
      aria-hidden
      className="grid size-9 shrink-0 place-items-center rounded-full border border-transparent bg-primary-soft text-meta font-semibold text-on-primary-soft"
    >
      {initials(user)}
    </span>
  );
}
