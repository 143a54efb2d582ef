import type { ReactNode } from 'react';

import type { User } from '../../api/types';
import { displayName } from '../../lib/format/format';
import { lazyPart } from '../../ui/lazy-part';
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog';
import { useUserAction, type UserAction, type UserCommand } from './api';
import { ConfirmImpersonation } from './components/confirm-impersonation';
import { USER_COPY } from './user-copy';

// Loaded when first opened, because the list doesn't need them.
const CreateUserDialog = lazyPart(async () => (await import('./create-user-dialog')).CreateUserDialog);
const EditUserDialog = lazyPart(async () => (await import('./edit-user-dialog')).EditUserDialog);
const SetPasswordDialog = lazyPart(async () => (await import('./set-password-dialog')).SetPasswordDialog);

export type OpenDialog = { kind: 'create' } | { kind: UserCommand; userId: string };

interface UserDialogsProps {
  dialog: OpenDialog;
  users: readonly User[];
  onClose: () => void;
}

export function UserDialogs({ dialog, users, onClose }: UserDialogsProps): ReactNode {
  if (dialog.kind === 'create') return <CreateUserDialog onClose={onClose} />;
  const user = users.find(({ id }) => id === dialog.userId);
  switch (dialog.kind) {
    case 'edit':
      return <EditUserDialog key={dialog.userId} user={user} onClose={onClose} />;
    case 'password':
      return user && <SetPasswordDialog user={user} onClose={onClose} />;
    case 'impersonate':
      return user && <ConfirmImpersonation userId={user.id} name={displayName(user)} onClose={onClose} />;
    case 'activate':
    case 'promote':
    case 'deactivate':
    case 'remove':
      return user && <ConfirmAction action={dialog.kind} user={user} onClose={onClose} />;
  }
}

interface Confirmation {
  title: string;
  question: (name: string) => string;
  pendingLabel: string;
  tone?: 'danger';
}

const CONFIRMATIONS: Record<UserAction, Confirmation> = {
  activate: { title: 'Activate account', question: () => USER_COPY.activate.confirm, pendingLabel: 'Activating...' },
  promote: { title: 'Make administrator', question: USER_COPY.promote.confirm, pendingLabel: 'Promoting...' },
  deactivate: {
    title: 'Deactivate account',
    question: USER_COPY.deactivate.confirm,
    pendingLabel: 'Deactivating...',
    tone: 'danger',
  },
  remove: {
    title: 'Delete user',
    question: () => USER_COPY.remove.confirm,
    pendingLabel: 'Deleting...',
    tone: 'danger',
  },
};

interface UserDialogProps {
  user: User;
  onClose: () => void;
}

function ConfirmAction({ action, user, onClose }: UserDialogProps & { action: UserAction }): ReactNode {
  const { mutateAsync } = useUserAction(action);
  const { question, ...dialog } = CONFIRMATIONS[action];
  return (
    <ConfirmDialog
      onClose={onClose}
      {...dialog}
      question={question(displayName(user))}
      confirmLabel={USER_COPY.actions[action]}
      onConfirm={() => mutateAsync(user.id)}
      failure={USER_COPY[action].failed}
    >
      {action === 'remove' && <DeletedData user={user} />}
    </ConfirmDialog>
  );
}

// Names the user below the question, because the question's text is fixed.
function DeletedData({ user }: { user: User }): ReactNode {
  const name = displayName(user);
  return (
    <div className="mt-3 grid gap-2">
      <p className="font-semibold wrap-anywhere">
        {user.email && user.email !== name ? `${name} (${user.email})` : name}
      </p>
      {user.accounts.map((account) => (
        <p key={`${account.ownerId} ${account.name}`} className="text-fg-muted wrap-anywhere">
          {USER_COPY.remove.account(account)}
        </p>
      ))}
      <p className="text-fg-muted">{USER_COPY.remove.final}</p>
    </div>
  );
}
