import type { ReactNode } from 'react';
import { useParams } from 'react-router';

import { ActivityTable } from '../features/activity/activity-table';
import { allActivityQuery } from '../features/activity/api';
import { AccountErrors } from '../features/admin-account/account-errors';
import { AccountUsage } from '../features/admin-account/account-usage';
import { AccountSettingsCard } from '../features/settings/account-settings-card';
import { AccountHeader } from '../features/users/account-header';
import { COPY } from '../lib/copy';
import { displayName } from '../lib/format/format';
import { securityEventsPath } from '../lib/paths';
import { ButtonLink } from '../ui/buttons/button';
import { Card } from '../ui/layout/card';

export function UserAccountPage(): ReactNode {
  const { id = '' } = useParams();
  return (
    <div key={id} className="grid gap-6">
      <AccountHeader userId={id}>
        {(user) => (
          <>
            {user.status !== null && (
              <>
                <AccountUsage userId={id} />
                <AccountErrors userId={id} name={displayName(user)} />
                <AccountSettingsCard userId={id} />
              </>
            )}
            <Card
              title="Activity"
              action={
                <ButtonLink to={securityEventsPath(id)} variant="outline" size="sm">
                  {COPY.nav.securityEvents}
                </ButtonLink>
              }
            >
              <ActivityTable query={allActivityQuery({ userId: id })} />
            </Card>
          </>
        )}
      </AccountHeader>
    </div>
  );
}
