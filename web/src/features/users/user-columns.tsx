import type { ReactNode } from 'react';
import { Link } from 'react-router';

import type { User } from '../../api/types';
import { COPY } from '../../lib/copy';
import { displayName, formatDate } from '../../lib/format/format';
import { userAccountPath } from '../../lib/paths';
import { Button } from '../../ui/buttons/button';
import { Avatar } from '../../ui/data/avatar';
import { Badge } from '../../ui/data/badge';
import type { Column } from '../../ui/data/data-table';
import type { UserCommand } from './api';
import { USER_COPY } from './user-copy';
import { UserMenu } from './user-menu';

// Minimum window width for five columns next to the open sidebar.
export const USER_TABLE_MIN_PX = 1_024;

export function userColumns(onSelect: (user: User, command: UserCommand) => void): readonly Column<User>[] {
  return [
    { id: 'user', header: 'User', card: 'title', cell: (user) => <Identity user={user} isLink /> },
    {
      id: 'role',
      header: 'Role',
      cell: ({ role }) => <Badge>{COPY.roles[role]}</Badge>,
    },
    { id: 'status', header: 'Status', cell: (user) => <UserBadges user={user} /> },
    {
      id: 'created',
      header: 'Created',
      cell: ({ createdAt }) => <span className="whitespace-nowrap text-fg-muted">{formatDate(createdAt)}</span>,
    },
    {
      id: 'actions',
      header: 'Actions',
      align: 'end',
      card: 'corner',
      cell: (user) => (
        <div className="flex items-center justify-end gap-1">
          {user.status === 'demo' && user.deletion === null && (
            <Button size="sm" variant="outline" className="max-lg:hidden" onClick={() => onSelect(user, 'activate')}>
              {USER_COPY.actions.activate}
            </Button>
          )}
          <UserMenu user={user} onSelect={(command) => onSelect(user, command)} />
        </div>
      ),
    },
  ];
}

/** Avatar, name and email. @param isLink whether the name links to the account page */
export function Identity({ user, isLink = false }: { user: User; isLink?: boolean }): ReactNode {
  const name = displayName(user);
  return (
    <div className="flex items-center gap-3">
      <Avatar {...user} />
      <div className="min-w-0">
        <p className="font-semibold wrap-anywhere">
          {isLink ? (
            <Link to={userAccountPath(user.id)} className="inline-block py-0.5 underline-offset-2 hover:underline">
              {name}
            </Link>
          ) : (
            name
          )}
        </p>
        {user.email !== name && <p className="text-fg-muted wrap-anywhere">{user.email}</p>}
      </div>
    </div>
  );
}

// Disabled accounts keep their status and may still have a subscription.
export function UserBadges({ user: { status, isActive, billing, deletion } }: { user: User }): ReactNode {
  if (deletion)
    return (
      <span className="inline-grid gap-1.5 justify-items-start max-lg:justify-items-end">
        <Badge tone="danger">{USER_COPY.remove.pending}</Badge>
        {deletion.problem !== null && <span className="text-fg-muted wrap-anywhere">{deletion.problem}</span>}
      </span>
    );
  return (
    <span className="inline-flex flex-wrap gap-1.5 max-lg:justify-end">
      {status === null ? (
        <Badge>{USER_COPY.status.member}</Badge>
      ) : (
        <Badge tone={!isActive ? 'plain' : status === 'active' ? 'primary' : 'warning'}>
          {USER_COPY.status[status]}
        </Badge>
      )}
      {!isActive && <Badge tone="danger">{USER_COPY.status.disabled}</Badge>}
      {billing !== null && billing !== 'charged' && <Badge>{USER_COPY.billing[billing]}</Badge>}
    </span>
  );
}
