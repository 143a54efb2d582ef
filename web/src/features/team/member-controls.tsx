import { Ellipsis } from 'lucide-react';
import { useState, type ReactNode } from 'react';

import type { MemberRole } from '@ringwell/domain/accounts/member-role';

import type { Member } from '../../api/types';
import { displayName } from '../../lib/format/format';
import { toastServerMessage } from '../../lib/messages/failure-toast';
import { useUser } from '../../lib/session/session';
import { IconButton } from '../../ui/buttons/icon-button';
import { lazyArea, lazyPart } from '../../ui/lazy-part';
import { LazyMenu } from '../../ui/overlays/lazy-menu';
import { RoleSelect } from './role-select';
import { TEAM_COPY } from './team-copy';
import { useChangeRole, useRemoveMember, useTransferOwnership } from './use-team';

const MemberMenu = lazyPart(async () => (await import('./member-menu')).MemberMenu);
const ConfirmDialog = lazyArea(async () => (await import('../../ui/overlays/confirm-dialog')).ConfirmDialog);

type Question = 'make-owner' | 'transfer' | 'remove';

/** An owner's controls for another member. */
export function MemberControls({ member }: { member: Member }): ReactNode {
  const [question, setQuestion] = useState<Question | null>(null);
  const changeRole = useChangeRole(member);
  const name = displayName(member);
  // A select changes with each arrow key, so making someone an owner requires confirmation.
  const chooseRole = (role: MemberRole): void => {
    if (changeRole.isPending) return;
    if (role === 'owner') setQuestion('make-owner');
    else changeRole.mutate(role, { onError: (error) => toastServerMessage(error, TEAM_COPY.roleFailed) });
  };
  return (
    <div className="flex items-center gap-2">
      <RoleSelect
        aria-label={TEAM_COPY.role(name)}
        value={changeRole.isPending ? changeRole.variables : member.role}
        aria-disabled={changeRole.isPending || undefined} // ignores choices, but keeps focus
        onChoose={chooseRole}
      />
      <LazyMenu
        trigger={
          <IconButton label={TEAM_COPY.actions(name)}>
            <Ellipsis aria-hidden />
          </IconButton>
        }
      >
        {(trigger) => (
          <MemberMenu
            trigger={trigger}
            onTransfer={() => setQuestion('transfer')}
            onRemove={() => setQuestion('remove')}
          />
        )}
      </LazyMenu>
      {question !== null && (
        <MemberQuestion
          question={question}
          member={member}
          makeOwner={() => changeRole.mutateAsync('owner')}
          onClose={() => setQuestion(null)}
        />
      )}
    </div>
  );
}

interface MemberQuestionProps {
  question: Question;
  member: Member;
  makeOwner: () => Promise<unknown>;
  onClose: () => void;
}

function MemberQuestion({ question, member, makeOwner, onClose }: MemberQuestionProps): ReactNode {
  const { accountName } = useUser();
  const transfer = useTransferOwnership(member);
  const remove = useRemoveMember(member);
  const name = displayName(member);
  const copy = TEAM_COPY;
  const content = {
    'make-owner': {
      title: copy.makeOwner.title,
      question: copy.makeOwner.question(name),
      confirmLabel: copy.makeOwner.confirm,
      pendingLabel: 'Saving…',
      onConfirm: makeOwner,
      failure: copy.roleFailed,
    },
    transfer: {
      title: 'Transfer ownership?',
      question: `${name} will become an owner, and you will become a manager. Only an owner can undo this.`,
      confirmLabel: copy.transfer.confirm,
      pendingLabel: 'Transferring…',
      onConfirm: () => transfer.mutateAsync(),
      failure: "Couldn't transfer ownership. Please try again.",
    },
    remove: {
      tone: 'danger' as const,
      title: `Remove ${name}?`,
      question: `${name} will lose access to ${accountName} immediately. Calls will be kept.`,
      confirmLabel: copy.remove.action,
      pendingLabel: 'Removing…',
      onConfirm: () => remove.mutateAsync(),
      failure: "Couldn't remove the member. Please try again.",
    },
  }[question];
  return <ConfirmDialog onClose={onClose} {...content} />;
}
