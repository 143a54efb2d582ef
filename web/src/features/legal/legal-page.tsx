import { Scale } from 'lucide-react';
import type { ReactNode } from 'react';

import { useProduct } from '../../lib/product';
import { Wordmark } from '../../ui/layout/logo';
import type { LegalSection } from './legal-text';

interface LegalPageProps {
  title: string;
  /** What readers need to know before relying on the page. */
  notice: string;
  sections: readonly LegalSection[];
  /** Shown after the sections. */
  children?: ReactNode;
}

export function LegalPage({ title, notice, sections, children }: LegalPageProps): ReactNode {
  const { name } = useProduct();
  return (
    <div className="mx-auto w-full max-w-[46rem] px-5 pb-24">
      <header className="py-5 print:hidden">
        <a href="/" className="inline-block rounded-control">
          <Wordmark name={name} />
        </a>
      </header>
      <main id="main" tabIndex={-1} className="text-body">
        <h1 tabIndex={-1} className="pt-6 text-h2 tracking-tight">
          {title}
        </h1>
        <p className="mt-6 flex gap-3 rounded-card bg-warning-soft px-4 py-3 text-on-warning-soft">
          <Scale aria-hidden className="mt-1 size-4.5 shrink-0" />
          <span>{notice}</span>
        </p>
        {sections.map(({ heading, paragraphs, items }) => (
          <section key={heading} className="mt-9">
            <h2 className="text-h3">{heading}</h2>
            {paragraphs?.map((text) => (
              <p key={text} className="mt-3">
                {text}
              </p>
            ))}
            {items && (
              <ul className="mt-3 grid list-disc gap-2 pl-5 marker:text-fg-subtle">
                {items.map((item) => (
                  <li key={item}>{item}</li>
                ))}
              </ul>
            )}
          </section>
        ))}
        {children}
      </main>
    </div>
  );
}
