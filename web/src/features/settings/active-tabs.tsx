import { UsageLimitsTab } from './limits/usage-limits-tab';
import { NotificationsTab } from './notifications/notifications-tab';
import { SETTINGS_COPY } from './settings-copy';
import { WhileActive } from './settings-form';

/** Tabs whose settings are disabled while the account is turned off. */
export const ACTIVE_TABS = [
  {
    id: 'notifications',
    label: SETTINGS_COPY.notifications,
    panel: (
      <WhileActive>
        <NotificationsTab />
      </WhileActive>
    ),
  },
  {
    id: 'limits',
    label: SETTINGS_COPY.limits,
    panel: (
      <WhileActive>
        <UsageLimitsTab />
      </WhileActive>
    ),
  },
];
