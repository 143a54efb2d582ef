import type { ReactNode, Ref } from 'react';

import { cx } from '../../ui/cx';

interface CodeBlockProps {
  label: string;
  text: string;
  ref?: Ref<HTMLPreElement>;
  className?: string;
}

export function CodeBlock({ label, text, ref, className }: CodeBlockProps): ReactNode {
  return (
    <pre
      ref={ref}
      role="group"
      aria-label={label}
      tabIndex={0}
      className={cx(
        'max-h-96 overflow-auto rounded-control border bg-sunken p-3 font-mono text-meta text-fg whitespace-pre-wrap wrap-anywhere -outline-offset-2 print:max-h-none',
        className,
      )}
    >
      {text}
    </pre>
  );
}
