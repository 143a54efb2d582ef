import { useMutation } from '@tanstack/react-query';
import { Check } from 'lucide-react';
import type { MouseEvent, ReactNode } from 'react';
import { useNavigate } from 'react-router';

import type { AddOn, Plan } from '@ringwell/domain/billing/plans';

import { api, unwrap } from '../../api/client';
import { browserLocation } from '../../lib/browser/browser-location';
import { COPY } from '../../lib/copy';
import { API_PATHS, loginPathFrom, PATHS, subscribePath } from '../../lib/paths';
import { useSession } from '../../lib/session/session';
import { ButtonLink } from '../../ui/buttons/button';
import { cx } from '../../ui/cx';
import { LANDING_COPY } from './landing-copy';

export function SignUpActions({ isOnDark = false }: { isOnDark?: boolean }): ReactNode {
  return (
    <>
      <div className="flex flex-wrap gap-3">
        <ButtonLink href={API_PATHS.tryFree} size="lg" variant={isOnDark ? 'accent' : 'primary'}>
          {LANDING_COPY.tryFree}
        </ButtonLink>
        <SubscribeLink variant={isOnDark ? 'inverse' : 'outline'} />
      </div>
      <ul className={cx('mt-5 flex flex-wrap gap-x-6 gap-y-2', isOnDark ? 'text-on-deep-muted' : 'text-fg-muted')}>
        {LANDING_COPY.notes.map((note) => (
          <li key={note} className="flex items-center gap-2">
            <Check aria-hidden className="size-4" />
            {note}
          </li>
        ))}
      </ul>
    </>
  );
}

export function SubscribeLink({
  choice,
  variant = 'outline',
  className,
}: {
  /** The chosen plan, preserved while a visitor signs in. */
  choice?: { plan: Plan; addOns: AddOn[] };
  variant?: 'outline' | 'inverse' | 'primary';
  className?: string;
}): ReactNode {
  const { state } = useSession();
  const navigate = useNavigate();
  const checkout = useMutation({
    mutationFn: () => unwrap(api.POST('/api/checkout', { body: choice ?? { plan: 'base', addOns: [] } })),
    onSuccess: ({ url }) => browserLocation.assign(url),
    onError: () => void navigate(PATHS.signIn),
  });
  const onClick = (event: MouseEvent): void => {
    if (state !== 'user' && state !== 'admin') return;
    event.preventDefault();
    if (!checkout.isPending) checkout.mutate();
  };
  return (
    <ButtonLink
      href={choice ? loginPathFrom(subscribePath(choice.plan)) : API_PATHS.login}
      size="lg"
      variant={variant}
      className={className}
      onClick={onClick}
    >
      {COPY.landing.subscribe}
    </ButtonLink>
  );
}
