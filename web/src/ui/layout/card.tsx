import type { ReactNode } from 'react';

import { cx } from '../cx';

interface CardProps {
  title?: ReactNode;
  subtitle?: ReactNode;
  action?: ReactNode;
  children: ReactNode;
  className?: string;
}

export function Card({ title, subtitle, action, children, className }: CardProps): ReactNode {
  return (
    <section className={cx('rounded-card border bg-surface p-4 sm:p-5 md:p-6', className)}>
      {title !== undefined && (
        <header className="mb-5 flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
          <div className="min-w-0">
            <h2 className="text-prose">{title}</h2>
            {subtitle !== undefined && <p className="mt-0.5 text-fg-muted">{subtitle}</p>}
          </div>
          {action}
        </header>
      )}
      {children}
    </section>
  );
}
