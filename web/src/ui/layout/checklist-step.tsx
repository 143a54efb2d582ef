import { Check } from 'lucide-react';
import type { ReactNode } from 'react';

import { cx } from '../cx';

interface ChecklistStepProps {
  title: string;
  isDone: boolean;
  /** Instructions, hidden once the step is done. */
  children: ReactNode;
}

export function ChecklistStep({ title, isDone, children }: ChecklistStepProps): ReactNode {
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)] content-start gap-x-3 gap-y-2">
      <span
        aria-hidden
        className={cx(
          'grid size-6 place-items-center rounded-full border [&_svg]:size-3.5',
          isDone ? 'border-transparent bg-positive-soft text-on-positive-soft' : 'border-border-strong',
        )}
      >
        {isDone && <Check />}
      </span>
      <h3 className={cx('text-body', isDone && 'text-fg-muted')}>
        {title}
        {isDone && <span className="sr-only"> (done)</span>}
      </h3>
      {!isDone && <div className="grid gap-2 max-sm:col-span-full sm:col-start-2">{children}</div>}
    </li>
  );
}
