import { useState, type FormEvent, type ReactNode } from 'react';

import { isImported } from '@ringwell/domain/follow-ups/follow-up';

import { formatMegabytes } from '../../../lib/format/format';
import { UPLOAD_COPY } from '../../../lib/recordings/upload-copy';
import { Button } from '../../../ui/buttons/button';
import { Dialog, DialogActions } from '../../../ui/overlays/dialog';
import { EMPTY_FIELDS, type CallFields } from '../call-fields';
import { CallFieldsForm } from '../components/call-fields-form';

interface UploadDialogProps {
  file: File;
  onUpload: (fields: CallFields) => void;
  onClose: () => void;
}

/** Asks for known details of a recorded call before it is uploaded. */
export function UploadDialog({ file, onUpload, onClose }: UploadDialogProps): ReactNode {
  const [fields, setFields] = useState(EMPTY_FIELDS);
  return (
    <Dialog onClose={onClose} title={UPLOAD_COPY.about.title} description={UPLOAD_COPY.about.text}>
      <form
        noValidate
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          onUpload(fields);
        }}
        className="grid gap-4"
      >
        <p className="rounded-control bg-sunken px-3 py-2">
          <span className="font-semibold wrap-anywhere">{file.name}</span>{' '}
          <span className="text-fg-muted">{formatMegabytes(file.size)}</span>
        </p>
        <CallFieldsForm fields={fields} onChange={setFields} directionHint={UPLOAD_COPY.about.direction} />
        {isTooOldForFollowUps(fields) && <p className="text-fg-muted">{UPLOAD_COPY.about.old}</p>}
        <DialogActions>
          <Button variant="outline" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" autoFocus>
            Upload
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

// Uses the browser's time zone instead of the account's, which is accurate enough for a hint.
function isTooOldForFollowUps({ startedAt }: CallFields): boolean {
  const occurredAt = new Date(startedAt);
  return startedAt !== '' && isImported({ occurredAt, createdAt: new Date() });
}
