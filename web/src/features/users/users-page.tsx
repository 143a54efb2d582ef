import { useQuery } from '@tanstack/react-query';
import { Search, UserPlus, UserSearch, X } from 'lucide-react';
import { useRef, useState, type ReactNode } from 'react';

import type { User } from '../../api/types';
import { COPY } from '../../lib/copy';
import { plural } from '../../lib/format';
import { useShortcut } from '../../lib/shortcuts';
import { Button } from '../../ui/buttons/button';
import { IconButton } from '../../ui/buttons/icon-button';
import { DataTable } from '../../ui/data/data-table';
import { EmptyState, LoadFailed } from '../../ui/feedback/empty-state';
import { Input, Select } from '../../ui/forms/input';
import { Card } from '../../ui/layout/card';
import { LazyPart, lazyPart } from '../../ui/lazy-part';
import { usersQuery } from './api';
import { USER_TABLE_MIN_PX, userColumns } from './user-columns';
import { USER_COPY } from './user-copy';
import type { OpenDialog } from './user-dialogs';

const UserDialogs = lazyPart(async () => (await import('./user-dialogs')).UserDialogs);

type RoleFilter = 'all' | User['role'];

export function UsersPage(): ReactNode {
  const { data: users, isError, refetch } = useQuery(usersQuery);
  const [search, setSearch] = useState('');
  const [role, setRole] = useState<RoleFilter>('all');
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const shown = users && filterUsers(users, search, role);
  const create = (): void => setDialog({ kind: 'create' });
  const close = (): void => setDialog(null);
  const clear = (): void => {
    setSearch('');
    setRole('all');
  };

  return (
    <Card>
      <div className="mb-5 flex flex-wrap items-center gap-3">
        <SearchBox value={search} onChange={setSearch} />
        <Select
          aria-label="Role"
          value={role}
          onChange={(event) => setRole(event.target.value as RoleFilter)}
          className="max-sm:grow"
        >
          <option value="all">{COPY.users.allRoles}</option>
          <option value="admin">{COPY.roles.admin}</option>
          <option value="user">{COPY.roles.user}</option>
        </Select>
        <p role="status" className="text-fg-muted">
          {shown ? plural(shown.length, 'user') : !isError && COPY.users.loading}
        </p>
        <Button onClick={create} className="max-sm:w-full sm:ml-auto">
          <UserPlus aria-hidden />
          {USER_COPY.create.open}
        </Button>
      </div>
      {isError && !users ? (
        <LoadFailed what="users" onRetry={() => void refetch()} />
      ) : (
        <DataTable
          caption="Users"
          columns={userColumns((user, kind) => setDialog({ kind, userId: user.id }))}
          rows={shown}
          rowKey={({ id }) => id}
          loadingText={COPY.users.loading}
          cardsUnderPx={USER_TABLE_MIN_PX}
          empty={
            <EmptyState
              icon={<UserSearch />}
              title={COPY.users.empty}
              text="No names or emails match your search and role."
            >
              <Button variant="outline" onClick={clear}>
                Clear search
              </Button>
              <Button onClick={create}>{USER_COPY.create.open}</Button>
            </EmptyState>
          }
        />
      )}
      {dialog && (
        <LazyPart onClose={close}>
          <UserDialogs open={dialog} users={users ?? []} onClose={close} />
        </LazyPart>
      )}
    </Card>
  );
}

function filterUsers(users: readonly User[], search: string, role: RoleFilter): User[] {
  const term = search.trim().toLowerCase();
  return users.filter(
    (user) =>
      (role === 'all' || user.role === role) &&
      [user.email, user.firstName, user.lastName].some((text) => (text ?? '').toLowerCase().includes(term)),
  );
}

// Space for the icon and the button.
const PADDING = { paddingInline: '2.25rem 2.75rem' };

function SearchBox({ value, onChange }: { value: string; onChange: (value: string) => void }): ReactNode {
  const box = useRef<HTMLInputElement>(null);
  useShortcut({ key: '/' }, () => box.current?.focus());
  const clear = (): void => {
    onChange('');
    box.current?.focus();
  };
  return (
    <div className="relative w-full sm:w-72">
      <Search
        aria-hidden
        className="pointer-events-none absolute top-1/2 left-3 size-4 -translate-y-1/2 text-fg-subtle"
      />
      <Input
        ref={box}
        type="text"
        role="searchbox"
        aria-label={COPY.users.search}
        aria-keyshortcuts="/"
        placeholder={COPY.users.search}
        autoComplete="off"
        enterKeyHint="search"
        value={value}
        onChange={(event) => onChange(event.target.value)}
        style={PADDING}
      />
      {value !== '' && (
        <IconButton label="Clear search" className="absolute top-0 right-0" onClick={clear}>
          <X aria-hidden />
        </IconButton>
      )}
    </div>
  );
}
