import type { ReactNode } from 'react';
import { useParams } from 'react-router';

import { AccountErrors } from '../../features/admin-account/account-errors';
import { AccountUsage } from '../../features/admin-account/account-usage';
import { ActivityTable } from '../../features/admin-activity/activity-table';
import { AccountSettingsCard } from '../../features/settings/account-settings-card';
import { AccountHeader } from '../../features/users/account-header';
import { Card } from '../../ui/layout/card';

export function AccountPage(): ReactNode {
  const { id = '' } = useParams();
  return (
    <div key={id} className="grid gap-6">
      <AccountHeader userId={id}>
        <AccountUsage userId={id} />
        <AccountErrors userId={id} />
        <AccountSettingsCard userId={id} />
        <Card title="Activity">
          <ActivityTable query={{ userId: id }} />
        </Card>
      </AccountHeader>
    </div>
  );
}
