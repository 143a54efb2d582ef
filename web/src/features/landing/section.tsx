import type { ReactNode } from 'react';

import { cx } from '../../ui/cx';

export const CONTAINER_CLASSES = 'mx-auto w-full max-w-[75rem] px-5 md:px-6';

interface SectionProps {
  id?: string;
  heading: string;
  intro?: ReactNode;
  children: ReactNode;
  className?: string;
}

export function Section({ id, heading, intro, children, className }: SectionProps): ReactNode {
  return (
    <section id={id} className={cx('py-16 md:py-24', className)}>
      <div className={CONTAINER_CLASSES}>
        <h2 className="max-w-[22ch] text-h2 tracking-[-0.02em]">{heading}</h2>
        {intro !== undefined && <p className="mt-4 max-w-[58ch] text-lede text-fg-muted">{intro}</p>}
        <div className="mt-10 md:mt-14">{children}</div>
      </div>
    </section>
  );
}

export function Rings({ className }: { className: string }): ReactNode {
  return (
    <svg aria-hidden viewBox="0 0 800 800" fill="none" className={cx('pointer-events-none absolute', className)}>
      {[90, 160, 230, 300, 370].map((radius) => (
        <circle key={radius} cx="400" cy="400" r={radius} strokeWidth="1.5" className="stroke-current" />
      ))}
    </svg>
  );
}
