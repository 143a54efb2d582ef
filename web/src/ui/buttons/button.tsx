import type { ComponentProps, ReactNode } from 'react';
import { Link } from 'react-router';

import { cx } from '../cx';
import { Spinner } from '../feedback/spinner';

interface Look {
  variant?: 'primary' | 'outline' | 'ghost' | 'danger' | 'accent' | 'inverse';
  /** 32, 40 or 48 px high; never under 44 px for fingers. */
  size?: 'sm' | 'md' | 'lg';
}

const VARIANTS = {
  primary: 'border-transparent bg-primary text-on-primary hover:bg-primary-hover',
  outline: 'border-border-strong bg-surface text-fg hover:bg-sunken',
  ghost: 'border-transparent text-fg-muted hover:bg-sunken hover:text-fg',
  danger: 'border-transparent bg-danger text-on-danger hover:bg-danger-hover',
  /** On the deep ground. */
  inverse: 'border-current text-on-deep hover:bg-on-deep/10',
  accent: 'border-transparent bg-accent text-on-accent hover:brightness-105',
} as const;

const SIZES = {
  sm: 'h-8 gap-1.5 px-3 pointer-coarse:h-11',
  md: 'h-10 gap-2 px-4 pointer-coarse:h-11',
  lg: 'h-12 gap-2 px-6 text-prose',
} as const;

function lookOf({ variant = 'primary', size = 'md' }: Look, className?: string): string {
  return cx(
    'inline-flex shrink-0 items-center justify-center rounded-control border text-ui font-semibold whitespace-nowrap transition-colors select-none',
    'disabled:opacity-55 [&_svg]:size-4 [&_svg]:shrink-0',
    VARIANTS[variant],
    SIZES[size],
    className,
  );
}

type ButtonProps = ComponentProps<'button'> &
  Look & {
    /** Shows `pendingLabel` and takes no clicks. The width stays. */
    pending?: boolean;
    pendingLabel?: string;
  };

export function Button({
  variant,
  size,
  pending = false,
  pendingLabel,
  className,
  disabled,
  children,
  type = 'button',
  ...rest
}: ButtonProps): ReactNode {
  return (
    <button
      type={type}
      className={lookOf({ variant, size }, className)}
      disabled={disabled || pending}
      aria-busy={pending || undefined}
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
  Look &
  ({ /** A path of the app. */ to: string; href?: never } | { to?: never; /** Anything else. */ href: string });

export function ButtonLink({ variant, size, className, to, href, ...rest }: ButtonLinkProps): ReactNode {
  const look = lookOf({ variant, size }, className);
  return to === undefined ? <a className={look} href={href} {...rest} /> : <Link className={look} to={to} {...rest} />;
}
