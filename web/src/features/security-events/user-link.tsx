import type { ReactNode } from 'react';
import { Link } from 'react-router';

import type { SecurityEvent } from '../../api/types';
import { userAccountPath } from '../../lib/paths';

export function UserLink({ user }: { user: NonNullable<SecurityEvent['user']> }): ReactNode {
  const name = user.name ?? user.email;
  if (name === null) return <span className="text-fg-muted">A deleted user</span>;
  return (
    <Link
      to={userAccountPath(user.id)}
      className="inline-block py-0.5 font-medium text-primary underline underline-offset-2"
    >
      {name}
    </Link>
  );
}
