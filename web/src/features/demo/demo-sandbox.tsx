import type { ReactNode } from 'react';

import { canSubscribe, subscribeDialog } from '../../lib/billing/subscribe-dialog';
import { COPY } from '../../lib/copy';
import { UPLOAD_COPY } from '../../lib/recordings/upload-copy';
import { useUser } from '../../lib/session/session';
import { Button } from '../../ui/buttons/button';
import { Card } from '../../ui/layout/card';
import { DemoCalls } from '../calls/components/demo-calls';
import { ResultView } from './result-view';
import { UploadAccess } from './upload-access';
import { UploadPanel } from './upload-panel';
import { UploadsLeft } from './uploads-left';
import { useDemoUpload } from './use-demo-upload';

export function DemoSandbox(): ReactNode {
  const upload = useDemoUpload();
  const { result, reset } = upload;
  const subscribe = canSubscribe(useUser()) ? (
    <Button onClick={() => subscribeDialog.set(true)}>{COPY.landing.subscribe}</Button>
  ) : undefined;
  return (
    <div className="grid gap-6">
      <Card title={UPLOAD_COPY.sandbox} subtitle="Upload a call to see its summary, label and transcript.">
        {result && <ResultView result={result} />}
        <UploadAccess upload={upload} upsell={subscribe}>
          {(remaining) =>
            remaining !== null &&
            (result ? (
              <div className="mt-6 flex flex-wrap items-center justify-between gap-3 border-t pt-5">
                <UploadsLeft remaining={remaining} />
                <Button variant="outline" onClick={reset}>
                  {UPLOAD_COPY.again}
                </Button>
              </div>
            ) : (
              <div className="grid gap-4">
                <UploadsLeft remaining={remaining} />
                <UploadPanel upload={upload} />
              </div>
            ))
          }
        </UploadAccess>
      </Card>
      <DemoCalls />
    </div>
  );
}
