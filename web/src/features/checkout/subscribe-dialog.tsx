import { useQuery } from '@tanstack/react-query';
import { useId, useState, type ReactNode } from 'react';

import {
  ADD_ON_NAMES,
  ADD_ONS,
  monthlyPriceCents,
  PLAN_NAMES,
  PLANS,
  type AddOn,
  type Plan,
} from '@ringwell/domain/billing/plans';

import { COPY } from '../../lib/copy';
import { formatCents } from '../../lib/format/format';
import { contactPath } from '../../lib/paths';
import { Button, ButtonLink } from '../../ui/buttons/button';
import { Checkbox } from '../../ui/forms/checkbox';
import { ErrorText } from '../../ui/forms/form-error';
import { Dialog, DialogActions } from '../../ui/overlays/dialog';
import { billingEnabledQuery, useCheckout } from './api';
import { CHECKOUT_COPY } from './checkout-copy';

const PLAN_TEXTS: Record<Plan, string> = {
  base: '3,000 minutes a month, summaries, labels, job notes and email alerts.',
  team: 'Everything in Base, and recaps of your calls in your team chat.',
};

interface SubscribeDialogProps {
  /** The initially selected plan. */
  initialPlan?: Plan;
  onClose: () => void;
}

// Can't be closed while checkout is opening.
export function SubscribeDialog({ initialPlan = 'base', onClose }: SubscribeDialogProps): ReactNode {
  const [plan, setPlan] = useState<Plan>(initialPlan);
  const [addOns, setAddOns] = useState<AddOn[]>([...ADD_ONS]);
  const checkout = useCheckout();
  const { data: isBillingEnabled = true } = useQuery(billingEnabledQuery);
  const isBusy = checkout.isPending || checkout.isSuccess;
  const needsAddOn = plan === 'team' && addOns.length === 0;

  const changeAddOn = (addOn: AddOn, isChosen: boolean): void =>
    setAddOns(ADD_ONS.filter((item) => (item === addOn ? isChosen : addOns.includes(item))));

  return (
    <Dialog
      onClose={isBusy ? undefined : onClose}
      title={CHECKOUT_COPY.title}
      description="No long-term contract. Extra minutes are $0.039 each."
      width={560}
    >
      <fieldset disabled={isBusy} className="grid gap-3">
        <legend className="sr-only">Plan</legend>
        {PLANS.map((option) => (
          <PlanChoice key={option} plan={option} isChosen={plan === option} onChoose={() => setPlan(option)} />
        ))}
      </fieldset>
      {isBillingEnabled && plan === 'team' && (
        <fieldset disabled={isBusy} className="mt-5">
          <legend className="font-semibold">Where should recaps go?</legend>
          <div className="mt-2.5 flex flex-wrap gap-x-6 gap-y-2">
            {ADD_ONS.map((addOn) => (
              <Checkbox
                key={addOn}
                label={ADD_ON_NAMES[addOn]}
                checked={addOns.includes(addOn)}
                onCheckedChange={(isChosen) => changeAddOn(addOn, isChosen)}
              />
            ))}
          </div>
          {needsAddOn && (
            <p role="status" className="mt-2 text-fg-muted">
              Pick at least one chat app, or choose Base.
            </p>
          )}
        </fieldset>
      )}
      <div role="status">{!isBillingEnabled && <p className="mt-5">{CHECKOUT_COPY.notSetUp}</p>}</div>
      {checkout.isError && <ErrorText message="Couldn't open checkout. Please try again." className="mt-4" />}
      <DialogActions>
        <Button variant="outline" disabled={isBusy} onClick={onClose}>
          Cancel
        </Button>
        {isBillingEnabled ? (
          <Button
            pending={isBusy}
            pendingLabel={CHECKOUT_COPY.processing}
            disabled={needsAddOn}
            onClick={() => checkout.mutate({ plan, addOns: plan === 'team' ? addOns : [] })}
          >
            {COPY.landing.subscribe}
          </Button>
        ) : (
          <ButtonLink to={contactPath(plan)} onClick={onClose}>
            {COPY.contact}
          </ButtonLink>
        )}
      </DialogActions>
    </Dialog>
  );
}

function PlanChoice({ plan, isChosen, onChoose }: { plan: Plan; isChosen: boolean; onChoose: () => void }): ReactNode {
  const id = useId();
  return (
    <label className="flex items-start gap-3.5 rounded-menu border border-border-strong p-4 transition-colors has-checked:border-primary has-checked:bg-primary-soft">
      <input
        type="radio"
        name="plan"
        checked={isChosen}
        autoFocus={isChosen}
        onChange={onChoose}
        aria-describedby={id}
        className="mt-0.5 size-5 shrink-0 accent-primary"
      />
      <span className="grow">
        <span className="flex items-baseline justify-between gap-3">
          <span className="text-body font-semibold">{PLAN_NAMES[plan]}</span>
          <span className="font-semibold">
            {formatCents(monthlyPriceCents(plan, 0))}
            <span className="font-normal text-fg-muted"> / month</span>
          </span>
        </span>
        <span id={id} className="mt-0.5 block text-fg-muted">
          {PLAN_TEXTS[plan]}
        </span>
      </span>
    </label>
  );
}
