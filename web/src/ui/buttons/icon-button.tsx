import type { ComponentProps, ReactNode } from 'react';

import { cx } from '../cx';

type IconButtonProps = Omit<ComponentProps<'button'>, 'aria-label'> & {
  label: string;
  /** `inherit` takes the color of the surrounding text. */
  tone?: 'plain' | 'inherit';
};

export function IconButton({ label, tone = 'plain', className, type = 'button', ...rest }: IconButtonProps): ReactNode {
  return (
    <button
      type={type}
      aria-label={label}
      className={cx(
        'inline-grid size-10 shrink-0 place-items-center rounded-control border border-transparent transition-colors disabled:opacity-55 aria-disabled:opacity-55 pointer-coarse:size-11 [&_svg]:size-4.5',
        tone === 'plain' ? 'text-fg-muted hover:bg-sunken hover:text-fg' : 'hover:opacity-75',
        className,
      )}
      {...rest}
    />
  );
}
