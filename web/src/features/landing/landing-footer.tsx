import type { ReactNode } from 'react';

import { useProduct } from '../../lib/product';
import { Wordmark } from '../../ui/layout/logo';
import { LANDING_COPY } from './landing-copy';
import { MEASURE } from './section';

export function LandingFooter(): ReactNode {
  const { name, privacyUrl, termsUrl } = useProduct();
  return (
    <footer className="border-t">
      <div className={`${MEASURE} flex flex-wrap items-center justify-between gap-x-8 gap-y-4 py-8`}>
        <Wordmark name={name} />
        <ul className="flex flex-wrap gap-x-6 gap-y-2 text-fg-muted">
          <li>
            <a href={privacyUrl} className="inline-block py-1 hover:text-fg hover:underline">
              {LANDING_COPY.privacy}
            </a>
          </li>
          <li>
            <a href={termsUrl} className="inline-block py-1 hover:text-fg hover:underline">
              {LANDING_COPY.terms}
            </a>
          </li>
        </ul>
      </div>
    </footer>
  );
}
