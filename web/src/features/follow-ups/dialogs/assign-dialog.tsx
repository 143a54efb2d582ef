import { useQuery } from '@tanstack/react-query';
import { useState, type FormEvent, type ReactNode } from 'react';

import { includesRole } from '@ringwell/domain/accounts/member-role';

import { displayName } from '../../../lib/format/format';
import { membersQuery } from '../../../lib/queries/api';
import { useUser } from '../../../lib/session/session';
import { Button } from '../../../ui/buttons/button';
import { LoadPlaceholder } from '../../../ui/feedback/load-placeholder';
import { Field } from '../../../ui/forms/field';
import { Options, Select } from '../../../ui/forms/input';
import { Dialog, DialogActions } from '../../../ui/overlays/dialog';
import { followUpName } from '../follow-up-name';
import { FOLLOW_UPS_COPY } from '../follow-ups-copy';
import type { ActionDialogProps } from './action-dialog-props';

const { assign } = FOLLOW_UPS_COPY;

export function AssignDialog({ followUp, onSave, onClose }: ActionDialogProps): ReactNode {
  const { accountId } = useUser();
  const { data, isError, refetch } = useQuery(membersQuery(accountId));
  const [selectedId, setSelectedId] = useState('');
  const [problem, setProblem] = useState<string>();
  // Viewers can't be assigned.
  const members = data?.filter(({ role, userId }) => includesRole(role, 'member') && userId !== followUp.assignee?.id);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const member = members?.find(({ userId }) => userId === selectedId);
    if (member) void onSave({ action: 'assign', assigneeId: member.userId }, displayName(member));
    else setProblem('Choose a member.');
  };
  return (
    <Dialog onClose={onClose} title="Assign to" description={followUpName(followUp)} width={448}>
      {members === undefined ? (
        <LoadPlaceholder subject="the members" className="h-24" retry={isError && refetch} />
      ) : (
        <form noValidate onSubmit={submit}>
          <Field label="Member" error={problem}>
            <Select
              className="w-full"
              value={selectedId}
              onChange={(event) => {
                setSelectedId(event.target.value);
                setProblem(undefined);
              }}
            >
              <option value="">Choose a member</option>
              <Options of={members.map((member) => [member.userId, displayName(member)])} />
            </Select>
          </Field>
          <DialogActions>
            <Button variant="outline" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit">{assign.action}</Button>
          </DialogActions>
        </form>
      )}
    </Dialog>
  );
}
