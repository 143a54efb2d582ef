import type { ReactNode } from 'react';

export function LogoMark({ className = 'size-7' }: { className?: string }): ReactNode {
  return (
    <svg aria-hidden viewBox="0 0 32 32" fill="none" strokeWidth="2.6" strokeLinecap="round" className={className}>
      <path d="M3.5 24.5c2.4-1.6 3-4 3-7.5a9.5 9.5 0 0 1 19 0c0 3.5.6 5.9 3 7.5" className="stroke-primary" />
      <path d="M11.2 24.5V17a4.8 4.8 0 0 1 9.6 0v7.5" className="stroke-primary" />
      <path d="M16 17.5v11" className="stroke-accent" />
    </svg>
  );
}

export function Wordmark({ name }: { name: string }): ReactNode {
  return (
    <span className="inline-flex items-center gap-2 font-display text-[1.25rem] leading-none font-bold tracking-[-0.02em] text-fg">
      <LogoMark />
      {name}
    </span>
  );
}
