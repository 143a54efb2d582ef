import type { ReactNode } from 'react';

import { COPY } from '../../lib/copy';
import { API_PATHS } from '../../lib/paths';
import { useProduct } from '../../lib/product';
import { ButtonLink } from '../../ui/buttons/button';
import { Wordmark } from '../../ui/layout/logo';
import { CONTAINER_CLASSES } from './section';

const LINKS = [
  { href: '#how-it-works', label: 'How It Works' },
  { href: '#pricing', label: 'Pricing' },
  { href: '#faq', label: 'FAQ' },
];

export function LandingHeader(): ReactNode {
  const { name } = useProduct();
  return (
    <header className="border-on-scroll sticky top-0 z-10 border-b bg-bg">
      <div className={`${CONTAINER_CLASSES} flex h-16 items-center justify-between gap-6`}>
        <a href="/" className="rounded-control">
          <Wordmark name={name} />
        </a>
        <div className="flex items-center gap-1">
          <nav aria-label="Sections" className="mr-3 flex gap-1 max-md:hidden">
            {LINKS.map(({ href, label }) => (
              <a
                key={href}
                href={href}
                className="rounded-control px-3 py-2 font-medium text-fg-muted transition-colors hover:text-fg"
              >
                {label}
              </a>
            ))}
          </nav>
          <ButtonLink href={API_PATHS.login} variant="outline">
            {COPY.landing.signIn}
          </ButtonLink>
        </div>
      </div>
    </header>
  );
}
