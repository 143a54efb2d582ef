import { CreditCard } from 'lucide-react';
import type { ReactNode } from 'react';

import { useOpenPortal } from '../../lib/billing/use-open-portal';
import { Button } from '../../ui/buttons/button';
import { TooltipButton } from '../../ui/overlays/tooltip-button';

const LABEL = 'Manage subscription';

// Payment notices by Stripe subscription status.
const PAYMENT_NOTICES: Record<string, string> = {
  past_due: 'Your payment failed. Update your card to keep your account.',
  unpaid: 'Your subscription is unpaid. Pay to reactivate your account.',
};

interface ManageSubscriptionProps {
  isExpanded: boolean;
  // Stripe subscription status.
  status: string | null;
}

export function ManageSubscription({ isExpanded, status }: ManageSubscriptionProps): ReactNode {
  const portal = useOpenPortal();
  const openPortal = (): void => portal.mutate();
  const notice = PAYMENT_NOTICES[status ?? ''];
  if (!isExpanded) {
    return (
      <TooltipButton label={LABEL} side="right" disabled={portal.isPending} onClick={openPortal}>
        <CreditCard aria-hidden />
      </TooltipButton>
    );
  }
  return (
    <div className="mt-3 grid gap-2">
      {notice && (
        <p role="status" className="rounded-control bg-warning-soft px-3 py-2 text-meta text-on-warning-soft">
          {notice}
        </p>
      )}
      <Button
        variant="outline"
        size="sm"
        className="w-full"
        pending={portal.isPending}
        pendingLabel="Opening..."
        onClick={openPortal}
      >
        {LABEL}
      </Button>
    </div>
  );
}
