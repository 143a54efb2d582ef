import type { ReactNode } from 'react';

import { initials } from '../../lib/format';

/** Initials beside a name; the name itself is what is read out. */
export function Avatar(person: {
  firstName?: string | null;
  lastName?: string | null;
  email?: string | null;
}): ReactNode {
  return (
    <span
      aria-hidden
      className="grid size-9 shrink-0 place-items-center rounded-full border border-transparent bg-primary-soft text-meta font-semibold text-on-primary-soft"
    >
      {initials(person)}
    </span>
  );
}
