import { useQuery } from '@tanstack/react-query';
import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';

import { PATHS } from '../../lib/paths';
import { useProduct } from '../../lib/product';
import { userQuery } from '../../lib/session/session';
import { ButtonLink } from '../../ui/buttons/button';
import { Spinner } from '../../ui/feedback/spinner';
import { CenteredPage } from '../../ui/layout/centered-page';
import { checkoutQuery } from './api';
import { CHECKOUT_COPY } from './checkout-copy';

const FEATURES = [
  'A summary and a happiness label for every call',
  '3,000 minutes a month included',
  'An email alert as soon as a call goes wrong',
  'Notes written into the job automatically',
];

const ACCOUNT_POLL_MS = 2_000;

// Shown even if the checkout cannot be loaded, because the payment has already been made.
export function CheckoutSuccessPage(): ReactNode {
  const { name } = useProduct();
  const [search] = useSearchParams();
  const { data, isLoading } = useQuery(checkoutQuery(search.get('session_id')));
  // The payment activates the account after a few seconds, so this polls until the dashboard would show it. Also polls
  // if the first request failed (undefined), but not for signed-out visitors (null).
  useQuery({
    ...userQuery,
    refetchInterval: ({ state: { data } }) => (data === undefined || data?.status === 'demo' ? ACCOUNT_POLL_MS : false),
  });
  return (
    <CenteredPage>
      <div className="w-full max-w-[30rem] rounded-card border bg-surface p-8 shadow-raised">
        {isLoading ? (
          <h1 role="status" className="flex items-center gap-3 font-sans text-prose font-medium text-fg-muted">
            <Spinner />
            Processing your subscription...
          </h1>
        ) : (
          <>
            <h1 tabIndex={-1} className="text-h2 tracking-tight">
              {`Welcome to ${name}!`}
            </h1>
            <p className="mt-3 text-prose text-fg-muted">{CHECKOUT_COPY.active} We're now processing your calls.</p>
            {data?.customer_email && (
              <p className="mt-2 text-prose text-fg-muted">
                A confirmation is on its way to <strong className="font-semibold text-fg">{data.customer_email}</strong>
                .
              </p>
            )}
            <ul className="mt-6 grid gap-2.5 border-t pt-6 text-body">
              {FEATURES.map((feature) => (
                <li key={feature} className="flex items-start gap-2.5">
                  <Check aria-hidden className="mt-1 size-4 shrink-0 text-primary" />
                  {feature}
                </li>
              ))}
            </ul>
            <ButtonLink to={PATHS.home} size="lg" className="mt-7 w-full">
              Access Your Dashboard
            </ButtonLink>
          </>
        )}
      </div>
    </CenteredPage>
  );
}
