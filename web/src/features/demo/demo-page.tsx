import { ArrowLeft, AudioLines } from 'lucide-react';
import type { ReactNode } from 'react';

import { PATHS } from '../../lib/paths';
import { useProduct } from '../../lib/product';
import { UPLOAD_COPY } from '../../lib/recordings/upload-copy';
import { ButtonLink } from '../../ui/buttons/button';
import { EmptyState } from '../../ui/feedback/empty-state';
import { Card } from '../../ui/layout/card';
import { Wordmark } from '../../ui/layout/logo';
import { DemoCalls } from '../calls/components/demo-calls';
import { ResultView } from './result-view';
import { UploadAccess } from './upload-access';
import { UploadPanel } from './upload-panel';
import { TrialNote, UploadsLeft } from './uploads-left';
import { useDemoUpload } from './use-demo-upload';

const CONTAINER_CLASSES = 'mx-auto w-full max-w-[72rem] px-5 md:px-8';

export function DemoPage(): ReactNode {
  const { name } = useProduct();
  const upload = useDemoUpload();
  return (
    <>
      <header className={`${CONTAINER_CLASSES} flex items-center justify-between gap-4 py-5`}>
        <a href={PATHS.home} className="inline-block rounded-control">
          <Wordmark name={name} />
        </a>
        <ButtonLink to={PATHS.home} variant="outline">
          <ArrowLeft aria-hidden />
          {UPLOAD_COPY.back}
        </ButtonLink>
      </header>
      <main id="main" tabIndex={-1} className={`${CONTAINER_CLASSES} pt-6 pb-24 md:pt-10`}>
        <h1 tabIndex={-1} className="text-h2 tracking-tight">
          Try it on one of your calls
        </h1>
        <p className="mt-2 max-w-[60ch] text-prose text-fg-muted">
          Upload a recording. {name} transcribes the call, summarizes it and tells you how the customer felt.
        </p>
        <div className="mt-8 grid grid-cols-1 items-start gap-6 lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
          <Card title="Your Recording">
            <UploadAccess upload={upload} isForFullAccounts>
              {(remaining) => (
                <div className="grid gap-4">
                  {remaining === null ? <TrialNote /> : <UploadsLeft remaining={remaining} />}
                  <UploadPanel upload={upload} />
                </div>
              )}
            </UploadAccess>
          </Card>
          <Card title={UPLOAD_COPY.results}>
            {upload.result ? (
              <ResultView result={upload.result} />
            ) : (
              <EmptyState
                icon={<AudioLines />}
                title={upload.isBusy ? 'Analyzing your recording…' : 'Nothing here yet'}
                text="Your label, summary, key points and transcript will appear here."
              />
            )}
          </Card>
        </div>
        <div className="mt-6">
          <DemoCalls />
        </div>
        <section className="mt-6 flex flex-wrap items-center justify-between gap-4 rounded-card border border-transparent bg-primary-soft p-5 text-on-primary-soft md:p-6">
          <div>
            <h2 className="text-prose">Every call, automatically</h2>
            <p className="mt-0.5">
              With a full account, every call is summarized, labeled and logged as soon as it ends.
            </p>
          </div>
          <ButtonLink to={PATHS.signIn}>{UPLOAD_COPY.upgrade}</ButtonLink>
        </section>
      </main>
    </>
  );
}
