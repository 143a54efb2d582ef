import { useState, type ReactNode } from 'react';

import { UPLOAD_COPY } from '../../lib/recordings/upload-copy';
import { useUser } from '../../lib/session/session';
import { Button } from '../../ui/buttons/button';
import { SampleButtons } from '../../ui/buttons/sample-buttons';
import { Progress } from '../../ui/feedback/progress';
import { Dropzone } from './dropzone';
import type { DemoUpload } from './use-demo-upload';

export function UploadPanel({ upload }: { upload: DemoUpload }): ReactNode {
  const { isBusy, result, resume, analyze } = upload;
  const { status } = useUser();
  const [selectedFile, setSelectedFile] = useState<File | null>(null);
  return (
    <div className="grid gap-4">
      <Dropzone selectedFile={selectedFile} disabled={isBusy} onChoose={setSelectedFile} />
      {(isBusy || result !== undefined) && <UploadProgress upload={upload} />}
      {resume && (
        <div
          role="alert"
          className="flex flex-wrap items-center justify-between gap-3 rounded-menu border bg-sunken px-4 py-3"
        >
          <p className="font-medium">Still working, but we lost the connection.</p>
          <Button variant="outline" size="sm" onClick={resume}>
            Refresh
          </Button>
        </div>
      )}
      <Button
        size="lg"
        disabled={selectedFile === null}
        pending={isBusy}
        pendingLabel={UPLOAD_COPY.analyzing}
        onClick={() => {
          if (selectedFile) analyze(selectedFile);
        }}
      >
        {UPLOAD_COPY.analyze}
      </Button>
      {selectedFile === null && (
        <div className="grid gap-2">
          <p className="text-fg-muted">{status === 'active' ? UPLOAD_COPY.trialSample : UPLOAD_COPY.sampleCounts}</p>
          <SampleButtons
            disabled={isBusy}
            onChoose={(sample) => {
              setSelectedFile(sample);
              analyze(sample);
            }}
          />
        </div>
      )}
    </div>
  );
}

function UploadProgress({ upload: { isBusy, percent, step } }: { upload: DemoUpload }): ReactNode {
  const stepLabel = UPLOAD_COPY.steps[!isBusy ? 'finished' : (step ?? 'sending')];
  return (
    <div>
      <div className="mb-2 flex justify-between gap-3">
        <p role="status" className="font-medium">
          {stepLabel}
        </p>
        <p aria-hidden className="text-fg-muted">
          {percent}%
        </p>
      </div>
      <Progress label="Analysis" percent={percent} />
    </div>
  );
}
