import { RotateCw, Upload as UploadIcon, X } from 'lucide-react';
import { useRef, type ReactNode, type RefObject } from 'react';

import { RECORDING_FILE_TYPES } from '@ringwell/domain/calls/recording-type';

import { keepFocus } from '../../../lib/browser/remember-focus';
import { UPLOAD_COPY } from '../../../lib/recordings/upload-copy';
import { Button } from '../../../ui/buttons/button';
import { IconButton } from '../../../ui/buttons/icon-button';
import { Progress } from '../../../ui/feedback/progress';
import { lazyArea } from '../../../ui/lazy-part';
import type { Upload } from './use-upload';

const UploadDialog = lazyArea(async () => (await import('./upload-dialog')).UploadDialog);

interface UploadCallProps {
  upload: Upload;
  /** Ref to the file input, so that buttons elsewhere can click it. */
  picker?: RefObject<HTMLInputElement | null>;
  /** Whether phones show only the icon. */
  isCompact?: boolean;
}

/** Lets the user choose a recording, and shows its upload progress. */
export function UploadCall({ upload, picker: externalPicker, isCompact = false }: UploadCallProps): ReactNode {
  const internalPicker = useRef<HTMLInputElement>(null);
  const picker = externalPicker ?? internalPicker;
  const { uploadingFile, percent, chosenFile, choose, send, cancel, retry } = upload;
  return (
    <>
      <input
        ref={picker}
        type="file"
        accept={RECORDING_FILE_TYPES}
        hidden
        aria-label="Recording"
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          target.value = ''; // allows choosing the same file again
          if (file) choose(file);
        }}
      />
      {uploadingFile === null ? (
        <>
          {retry && (
            <Button ref={keepFocus} variant="outline" onClick={retry}>
              <RotateCw aria-hidden />
              Retry upload
            </Button>
          )}
          <Button title={UPLOAD_COPY.hint} onClick={() => picker.current?.click()}>
            <UploadIcon aria-hidden />
            <span className={isCompact ? 'max-sm:sr-only' : undefined}>Upload a call</span>
          </Button>
        </>
      ) : (
        <div className="flex items-center gap-3">
          <div className="w-40">
            <p role="status" className="mb-1.5 truncate text-meta text-fg-muted">
              {percent < 100 ? `Uploading ${uploadingFile.name}` : 'Saving…'}
            </p>
            <Progress label={`Uploading ${uploadingFile.name}`} percent={percent} />
          </div>
          <Button ref={keepFocus} variant="outline" size="sm" onClick={cancel}>
            Cancel
          </Button>
        </div>
      )}
      {chosenFile && (
        <UploadDialog file={chosenFile} onUpload={(fields) => send(chosenFile, fields)} onClose={() => choose(null)} />
      )}
    </>
  );
}

/** Explains why the last recording was rejected, until the user dismisses the message or chooses another recording. */
export function UploadRejection({ upload: { rejection, dismissRejection } }: { upload: Upload }): ReactNode {
  if (rejection === null) return null;
  return (
    <div
      role="alert"
      className="flex items-start gap-3 rounded-card bg-negative-soft py-3 pr-2 pl-4 text-on-negative-soft"
    >
      <p className="grow">
        <strong className="font-semibold">{rejection.title}</strong> {rejection.description}
      </p>
      <IconButton ref={keepFocus} label="Dismiss" tone="inherit" onClick={dismissRejection} className="-my-1.5">
        <X />
      </IconButton>
    </div>
  );
}
