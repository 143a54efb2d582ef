import { useSearchParams } from 'react-router';

import { PLANS, type Plan } from '@ringwell/domain/billing/plans';

import { PLAN_PARAMETER } from '../paths';
import { useUser } from '../session/session';
import { useStore } from '../store';
import { canSubscribe, subscribeDialog } from './subscribe-dialog';

export function readPlan(search: URLSearchParams): Plan | undefined {
  return PLANS.find((plan) => plan === search.get(PLAN_PARAMETER));
}

/** The dialog is also open while the URL names a plan that the visitor chose before signing in. */
export function useSubscribeDialog(): { isOpen: boolean; plan: Plan | undefined; close: () => void } {
  const user = useUser();
  const isRequested = useStore(subscribeDialog);
  const [search, setSearch] = useSearchParams();
  const plan = canSubscribe(user) ? readPlan(search) : undefined;
  const close = (): void => {
    subscribeDialog.set(false);
    if (plan === undefined) return;
    setSearch(
      (current) => {
        current.delete(PLAN_PARAMETER);
        return current;
      },
      { replace: true },
    );
  };
  return { isOpen: isRequested || plan !== undefined, plan, close };
}
