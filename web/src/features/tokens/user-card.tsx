import { ChevronDown, Plus } from 'lucide-react';
import { useId, useState, type ReactNode } from 'react';

import type { BearerToken, UserWithTokens } from '../../api/types';
import { COPY } from '../../lib/copy';
import { displayName, plural } from '../../lib/format/format';
import { Button } from '../../ui/buttons/button';
import { cx } from '../../ui/cx';
import { Avatar } from '../../ui/data/avatar';
import { Badge } from '../../ui/data/badge';
import { Tabs } from '../../ui/layout/tabs';
import { activationNote } from './activation-note';
import { EndpointList } from './endpoint-list';
import { TOKEN_COPY } from './token-copy';
import { TokenList } from './token-list';

interface UserCardProps {
  user: UserWithTokens;
  onGenerate: () => void;
  onDelete: (token: BearerToken) => void;
}

export function UserCard({ user, onGenerate, onDelete }: UserCardProps): ReactNode {
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  const name = displayName(user);
  return (
    <div role="group" aria-label={name} className="rounded-card border bg-surface">
      <h2 className="font-sans">
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={isOpen ? id : undefined}
          onClick={() => setIsOpen(!isOpen)}
          className="flex w-full items-center gap-3 rounded-card p-4 text-left font-normal transition-colors hover:bg-sunken md:px-5"
        >
          <Avatar {...user} />
          <span className="flex min-w-0 grow flex-col gap-x-6 gap-y-2 md:flex-row md:items-center">
            <span className="min-w-0 grow">
              <span className="block font-semibold wrap-anywhere">{name}</span>
              {user.email !== name && <span className="block text-fg-muted wrap-anywhere">{user.email}</span>}
            </span>
            <span className="flex shrink-0 flex-wrap items-center gap-1.5">
              <span className="mr-2 text-fg-muted">{plural(user.tokens.length, 'token')}</span>
              <Badge tone={user.isActive ? 'primary' : 'danger'}>
                {user.isActive ? TOKEN_COPY.active : TOKEN_COPY.inactive}
              </Badge>
              <Badge>{COPY.roles[user.role]}</Badge>
            </span>
          </span>
          <ChevronDown
            aria-hidden
            className={cx('size-5 shrink-0 text-fg-subtle transition-transform duration-200', isOpen && 'rotate-180')}
          />
        </button>
      </h2>
      {isOpen && (
        <div id={id} className="border-t p-4 md:p-5">
          {user.status === null ? (
            <p className="text-fg-muted">{TOKEN_COPY.noAccount}</p>
          ) : (
            <>
              <GenerateRow user={user} onGenerate={onGenerate} />
              <Tabs
                label={`Tokens and endpoints for ${name}`}
                tabs={[
                  { id: 'tokens', label: 'Tokens', panel: <TokenList tokens={user.tokens} onDelete={onDelete} /> },
                  { id: 'endpoints', label: 'Endpoints', panel: <EndpointList userId={user.id} /> },
                ]}
              />
            </>
          )}
        </div>
      )}
    </div>
  );
}

function GenerateRow({ user, onGenerate }: { user: UserWithTokens; onGenerate: () => void }): ReactNode {
  const note = activationNote(user);
  return (
    <div className="mb-3 flex flex-wrap items-center gap-3">
      <Button size="sm" onClick={onGenerate}>
        <Plus aria-hidden />
        {TOKEN_COPY.generate}
      </Button>
      {note && <p className="text-fg-muted">{note}</p>}
    </div>
  );
}
