import type { ReactNode } from 'react';

import { useDocumentTitle } from '../lib/browser/use-document-title';
import { COPY } from '../lib/copy';
import { PATHS } from '../lib/paths';
import { ButtonLink } from '../ui/buttons/button';
import { CenteredPage } from '../ui/layout/centered-page';

export function NotFoundPage(): ReactNode {
  useDocumentTitle(COPY.notFound);
  return (
    <CenteredPage>
      <div className="max-w-[26rem] text-center">
        <h1 tabIndex={-1} className="text-h2 tracking-tight">
          {COPY.notFound}
        </h1>
        <p className="mt-3 text-lede text-fg-muted">
          This page doesn't exist. It may have moved, or the link may be wrong.
        </p>
        <ButtonLink to={PATHS.home} className="mt-7">
          Back to home
        </ButtonLink>
      </div>
    </CenteredPage>
  );
}
