import { FileAudio, Upload } from 'lucide-react';
import type { ReactNode } from 'react';

import { useFileDrop } from '../../lib/browser/use-file-drop';
import { formatMegabytes } from '../../lib/format/format';
import { toast } from '../../lib/messages/toast-store';
import { fileError } from '../../lib/recordings/recording-file';
import { UPLOAD_COPY } from '../../lib/recordings/upload-copy';
import { cx } from '../../ui/cx';

interface DropzoneProps {
  selectedFile: File | null;
  disabled: boolean;
  onChoose: (recording: File) => void;
}

export function Dropzone({ selectedFile, disabled, onChoose }: DropzoneProps): ReactNode {
  const chooseFile = (file: File | undefined): void => {
    if (!file) return;
    const rejection = file.type.startsWith('audio/') ? fileError(file) : UPLOAD_COPY.invalidType;
    if (rejection) toast({ ...rejection, tone: 'danger' });
    else onChoose(file);
  };
  const { isDraggingOver, handlers } = useFileDrop(chooseFile, { disabled });

  return (
    <label
      {...handlers}
      className={cx(
        'relative flex min-h-56 flex-col items-center justify-center gap-1 rounded-card border-2 border-dashed p-6 text-center transition-colors',
        'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-ring has-disabled:cursor-not-allowed',
        isDraggingOver
          ? 'border-primary bg-primary-soft text-on-primary-soft'
          : 'border-border-strong bg-sunken not-has-disabled:hover:border-primary',
      )}
    >
      <span
        aria-hidden
        className="mb-2 grid size-12 place-items-center rounded-full bg-surface text-primary [&_svg]:size-5.5"
      >
        {selectedFile ? <FileAudio /> : <Upload />}
      </span>
      {selectedFile ? (
        <SelectedFile file={selectedFile} />
      ) : (
        <span className="text-body font-semibold">Drop a recording here, or choose one</span>
      )}
      <span className="text-meta text-fg-muted">
        {selectedFile ? 'Drop another file to replace it' : UPLOAD_COPY.hint}
      </span>
      <input
        type="file"
        accept="audio/*"
        disabled={disabled}
        className="sr-only"
        onChange={(event) => {
          chooseFile(event.target.files?.[0]);
          event.target.value = ''; // allows choosing the same file again
        }}
      />
    </label>
  );
}

function SelectedFile({ file }: { file: File }): ReactNode {
  return (
    <>
      <span className="max-w-full text-body font-semibold wrap-anywhere">{file.name}</span>
      <span className="text-fg-muted">
        {formatMegabytes(file.size)} · {file.type}
      </span>
    </>
  );
}
