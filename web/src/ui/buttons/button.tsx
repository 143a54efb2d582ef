import type { ComponentProps, ReactNode } from 'react';
import { Link } from 'react-router';

import { cx } from '../cx';
import { Spinner } from '../feedback/spinner';

interface ButtonStyle {
  variant?: 'primary' | 'outline' | 'ghost' | 'danger' | 'accent' | 'inverse';
  /** 32, 40 or 48 px high; at least 44 px on touch screens. */
  size?: 'sm' | 'md' | 'lg';
}

const VARIANTS = {
  primary: 'border-transparent bg-primary text-on-primary hover:bg-primary-hover',
  outline: 'border-border-strong bg-surface text-fg hover:bg-sunken',
  ghost: 'border-transparent text-fg-muted hover:bg-sunken hover:text-fg',
  danger: 'border-transparent bg-danger text-on-danger hover:bg-danger-hover',
  // For the `deep` background.
  inverse: 'border-current text-on-deep hover:bg-on-deep/10',
  accent: 'border-transparent bg-accent text-on-accent hover:[filter:brightness(1.05)]',
} as const;

const SIZES = {
  sm: 'h-8 gap-1.5 px-3 pointer-coarse:h-11',
  md: 'h-10 gap-2 px-4 pointer-coarse:h-11',
  lg: 'h-12 gap-2 px-6 text-prose',
} as const;

function buttonClasses({ variant = 'primary', size = 'md' }: ButtonStyle, className?: string): string {
  return cx(
    'inline-flex shrink-0 items-center justify-center rounded-control border text-ui font-semibold whitespace-nowrap transition-colors select-none',
    'disabled:opacity-55 aria-disabled:opacity-55 [&_svg]:size-4 [&_svg]:shrink-0',
    VARIANTS[variant],
    SIZES[size],
    className,
  );
}

type ButtonProps = ComponentProps<'button'> &
  ButtonStyle & {
    /** Ignores clicks and shows `pendingLabel`, without changing the width. The button keeps focus. */
    pending?: boolean;
    pendingLabel?: string;
  };

export function Button({
  variant,
  size,
  pending = false,
  pendingLabel,
  className,
  onClick,
  children,
  type = 'button',
  ...rest
}: ButtonProps): ReactNode {
  return (
    <button
      type={type}
      className={buttonClasses({ variant, size }, className)}
      aria-busy={pending || undefined}
      aria-disabled={pending || undefined}
      onClick={pending ? (event) => event.preventDefault() : onClick}
      {...rest}
    >
      {pendingLabel === undefined ? (
        children
      ) : (
        <span className="grid place-items-center *:col-start-1 *:row-start-1 *:inline-flex *:items-center *:gap-2">
          <span style={pending ? { visibility: 'hidden' } : undefined}>{children}</span>
          <span style={pending ? undefined : { visibility: 'hidden' }}>
            <Spinner />
            {pendingLabel}
          </span>
        </span>
      )}
    </button>
  );
}

type ButtonLinkProps = Omit<ComponentProps<'a'>, 'href'> &
  ButtonStyle &
  ({ /** Path within the app. */ to: string; href?: never } | { to?: never; /** Any other URL. */ href: string });

export function ButtonLink({ variant, size, className, to, href, ...rest }: ButtonLinkProps): ReactNode {
  const classes = buttonClasses({ variant, size }, className);
  return to === undefined ? (
    <a className={classes} href={href} {...rest} />
  ) : (
    <Link className={classes} to={to} {...rest} />
  );
}
