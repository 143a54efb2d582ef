import { RotateCw, Upload } from 'lucide-react';
import { useRef, type ReactNode } from 'react';

import { UPLOAD_COPY } from '../../../lib/upload-copy';
import { Button } from '../../../ui/buttons/button';
import { Progress } from '../../../ui/feedback/progress';
import { useUpload } from './use-upload';

export function UploadCall(): ReactNode {
  const picker = useRef<HTMLInputElement>(null);
  const { file, percent, start, cancel, retry } = useUpload();
  return (
    <>
      <input
        ref={picker}
        type="file"
        accept="audio/*"
        hidden
        aria-label="Recording"
        onChange={({ target }) => {
          const [chosen] = target.files ?? [];
          target.value = ''; // allows choosing the same file again
          if (chosen) start(chosen);
        }}
      />
      {file === null ? (
        <>
          {retry && (
            <Button variant="outline" onClick={retry}>
              <RotateCw aria-hidden />
              Retry upload
            </Button>
          )}
          <Button title={UPLOAD_COPY.hint} onClick={() => picker.current?.click()}>
            <Upload aria-hidden />
            Upload a call
          </Button>
        </>
      ) : (
        <div className="flex items-center gap-3">
          <div className="w-40">
            <p role="status" className="mb-1.5 truncate text-meta text-fg-muted">
              {percent < 100 ? `Uploading ${file.name}` : 'Saving…'}
            </p>
            <Progress label={`Uploading ${file.name}`} percent={percent} />
          </div>
          <Button variant="outline" size="sm" onClick={cancel}>
            Cancel
          </Button>
        </div>
      )}
    </>
  );
}
