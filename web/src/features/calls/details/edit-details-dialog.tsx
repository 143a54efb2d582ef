import { useState, type ReactNode } from 'react';

import type { FullCall } from '../../../api/types';
import { formMessage } from '../../../lib/messages/server-message';
import { FormDialog } from '../../../ui/overlays/form-dialog';
import { getChangedDetails, toFields } from '../call-fields';
import { CallFieldsForm } from '../components/call-fields-form';
import { AddTermDialog } from './add-term-dialog';
import { CALL_DETAILS_COPY } from './call-details-copy';
import { useCanAddTerm, useEditDetails } from './use-corrections';

const { edit } = CALL_DETAILS_COPY;

// After a new customer name is saved, offers to add it to the account's terms.
export function EditDetailsDialog({ call, onClose }: { call: FullCall; onClose: () => void }): ReactNode {
  const [initialCall] = useState(call); // the call may be refetched while the dialog is open
  const [fields, setFields] = useState(() => toFields(initialCall));
  const [newName, setNewName] = useState<string>();
  const save = useEditDetails(call.id);
  const canAdd = useCanAddTerm();
  const finish = async (changedName: string | null): Promise<void> => {
    if (changedName !== null && (await canAdd(changedName))) setNewName(changedName);
    else onClose();
  };
  const submit = (): void => {
    const changes = getChangedDetails(initialCall, fields);
    if (Object.keys(changes).length === 0) onClose();
    else
      save.mutate(changes, {
        onSuccess: ({ customerName }) => void finish(changes.customerName ? customerName : null),
      });
  };
  if (newName !== undefined) return <AddTermDialog term={newName} onClose={onClose} />;
  return (
    <FormDialog
      title={edit.title}
      description="The summary and messages that were already sent won't change."
      isSaving={save.isPending}
      error={formMessage(save.error, "Couldn't save the details. Please try again.")}
      onSubmit={submit}
      onClose={onClose}
    >
      <CallFieldsForm fields={fields} onChange={setFields} />
    </FormDialog>
  );
}
