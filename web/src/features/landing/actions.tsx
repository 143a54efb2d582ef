import { useMutation } from '@tanstack/react-query';
import { Check } from 'lucide-react';
import type { MouseEvent, ReactNode } from 'react';
import { useNavigate } from 'react-router';

import { api, dataOf } from '../../api/client';
import { browserLocation } from '../../lib/browser-location';
import { COPY } from '../../lib/copy';
import { API_PATHS, PATHS } from '../../lib/paths';
import { useSession } from '../../lib/session';
import { ButtonLink } from '../../ui/buttons/button';
import { cx } from '../../ui/cx';
import { LANDING_COPY } from './landing-copy';

/** The two ways in, with what makes them easy to take. `onDeep`: on the dark ground of the closing part. */
export function Actions({ onDeep = false }: { onDeep?: boolean }): ReactNode {
  return (
    <>
      <div className="flex flex-wrap gap-3">
        <ButtonLink href={API_PATHS.login} size="lg" variant={onDeep ? 'accent' : 'primary'}>
          {LANDING_COPY.tryFree}
        </ButtonLink>
        <SubscribeLink variant={onDeep ? 'inverse' : 'outline'} />
      </div>
      <ul className={cx('mt-5 flex flex-wrap gap-x-6 gap-y-2', onDeep ? 'text-on-deep-muted' : 'text-fg-muted')}>
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

/** Leads visitors to the sign-in; for somebody who is signed in it starts a checkout instead. */
export function SubscribeLink({
  variant = 'outline',
  className,
}: {
  variant?: 'outline' | 'inverse' | 'primary';
  className?: string;
}): ReactNode {
  const { state } = useSession();
  const navigate = useNavigate();
  const checkout = useMutation({
    mutationFn: () => dataOf(api.POST('/api/checkout', { body: { plan: 'base', addOns: [] } })),
    onSuccess: ({ url }) => browserLocation.assign(url),
    onError: () => void navigate(PATHS.signIn),
  });
  const onClick = (event: MouseEvent): void => {
    if (state !== 'user' && state !== 'admin') return;
    event.preventDefault();
    if (!checkout.isPending) checkout.mutate();
  };
  return (
    <ButtonLink href={API_PATHS.login} size="lg" variant={variant} className={className} onClick={onClick}>
      {COPY.landing.subscribe}
    </ButtonLink>
  );
}
