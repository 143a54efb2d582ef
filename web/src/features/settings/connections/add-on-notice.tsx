import { useQuery } from '@tanstack/react-query';
import { MessagesSquare } from 'lucide-react';
import type { ReactNode } from 'react';

import { subscriptionQuery } from '../../../lib/billing/api';
import { subscribeDialog } from '../../../lib/billing/subscribe-dialog';
import { useOpenPortal } from '../../../lib/billing/use-open-portal';
import { useHasRole, useUser } from '../../../lib/session/session';
import { Button } from '../../../ui/buttons/button';
import { useSettings } from '../settings-context';
import { ADD_ON_MISSING } from './connection-status';
import { useConnections } from './use-connection';

export function AddOnNotice(): ReactNode {
  const isOwnAccount = useSettings().editedUserId === undefined;
  const canBuy = useHasRole('owner');
  const reason = useConnections().data?.find(({ unavailable }) => unavailable?.code === ADD_ON_MISSING)?.unavailable;
  if (!reason) return null;
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 rounded-control bg-warning-soft px-3 py-2.5 text-on-warning-soft">
      <p className="flex min-w-0 grow basis-60 items-start gap-2.5">
        <MessagesSquare aria-hidden className="mt-0.5 size-4 shrink-0" />
        {reason.message}
      </p>
      {isOwnAccount && (canBuy ? <BuyButton /> : <p className="text-meta">Ask an owner of the account to add it.</p>)}
    </div>
  );
}

// Subscribers change plans in Stripe's portal, because a second checkout would be rejected.
function BuyButton(): ReactNode {
  const { data: subscription } = useQuery(subscriptionQuery(useUser().accountId));
  const portal = useOpenPortal();
  if (subscription?.canManage && subscription.plan !== null) {
    return (
      <Button
        variant="outline"
        size="sm"
        pending={portal.isPending}
        pendingLabel="Opening..."
        onClick={() => portal.mutate()}
      >
        Manage subscription
      </Button>
    );
  }
  return (
    <Button variant="outline" size="sm" onClick={() => subscribeDialog.set(true)}>
      See plans
    </Button>
  );
}
