import { Lock } from 'lucide-react';
import type { ReactNode } from 'react';

import { ACCOUNT_ACTIONS } from '@ringwell/domain/accounts/activity';

import { PATHS } from '../../lib/paths';
import { useHasRole, useUser } from '../../lib/session/session';
import { ButtonLink } from '../../ui/buttons/button';
import { EmptyState } from '../../ui/feedback/empty-state';
import { Card } from '../../ui/layout/card';
import { ActivityLog } from './activity-log';
import { myActivityQuery } from './api';

/** The account's activity, for its owners and managers. */
export function TeamActivityPage(): ReactNode {
  const { accountId } = useUser();
  if (!useHasRole('manager')) return <ActivityUnavailable />;
  return (
    <ActivityLog
      key={accountId}
      path="/api/my/activity"
      getQuery={(filter) => myActivityQuery(accountId, filter)}
      actions={ACCOUNT_ACTIONS}
      noAddressLabel="Not shown"
    />
  );
}

function ActivityUnavailable(): ReactNode {
  const { memberRole } = useUser();
  return (
    <Card>
      <EmptyState
        icon={<Lock />}
        title="Only owners and managers can see activity"
        text={`You're a ${memberRole} on this account. Ask an owner to change your role.`}
      >
        <ButtonLink to={PATHS.team} variant="outline">
          See the team
        </ButtonLink>
      </EmptyState>
    </Card>
  );
}
