import { useState, type FormEvent, type ReactNode } from 'react';

import { isAboutSession } from '../../../api/api-error';
import type { FullCall } from '../../../api/types';
import { serverMessage } from '../../../lib/messages/server-message';
import { Button } from '../../../ui/buttons/button';
import { Dialog, DialogActions } from '../../../ui/overlays/dialog';
import { changesIn, fieldsOf } from '../call-fields';
import { CallFieldsForm } from '../components/call-fields-form';
import { CALL_DETAILS_COPY } from './call-details-copy';
import { TermOffer } from './term-offer';
import { useCanAddTerm, useEditDetails } from './use-corrections';

const { edit } = CALL_DETAILS_COPY;

// After saving a new customer name, offers to add it to the account's terms.
export function EditDetailsDialog({ call, onClose }: { call: FullCall; onClose: () => void }): ReactNode {
  const [first] = useState(call); // it may be refetched while the dialog is open
  const [fields, setFields] = useState(() => fieldsOf(first));
  const [newName, setNewName] = useState<string>();
  const save = useEditDetails(call.id);
  const canAdd = useCanAddTerm();
  const submit = (): void => {
    const changes = changesIn(first, fields);
    if (Object.keys(changes).length === 0) onClose();
    else
      save.mutate(changes, {
        onSuccess: ({ customerName }) => {
          if (changes.customerName && customerName && canAdd(customerName)) setNewName(customerName);
          else onClose();
        },
      });
  };
  if (newName !== undefined) return <TermOffer term={newName} onClose={onClose} />;
  return (
    <Dialog
      open
      onOpenChange={() => {
        if (!save.isPending) onClose();
      }}
      title={edit.title}
      description={edit.text}
    >
      <form
        noValidate
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          submit();
        }}
        className="grid gap-4"
      >
        <CallFieldsForm fields={fields} onChange={setFields} />
        {save.isError && !isAboutSession(save.error) && (
          <p role="alert" className="font-medium text-negative">
            {serverMessage(save.error, edit.failed)}
          </p>
        )}
        <DialogActions>
          <Button variant="outline" disabled={save.isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" pending={save.isPending} pendingLabel="Saving…">
            Save
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
