import { TimerReset } from 'lucide-react';
import type { ReactNode } from 'react';

import { AddressListSetting } from '../fields/address-list-setting';
import { SwitchSetting } from '../fields/switch-setting';
import { NumberSetting } from '../fields/text-setting';
import { WhileActive } from '../settings-form';
import { BusinessHoursSetting } from './business-hours-setting';
import { HolidaysSetting } from './holidays-setting';
import { LeadsSetting } from './leads-setting';

export function FollowUpsTab(): ReactNode {
  return (
    <div className="grid grid-cols-1 gap-6">
      <NumberSetting
        name="callBackWithinMinutes"
        label="Call back within"
        unit="minutes"
        hint="Unhappy customers and voicemails are due this many minutes after the call, counting only business hours."
      />
      <div className="border-t pt-5">
        <LeadsSetting />
      </div>
      <div className="border-t pt-5">
        <BusinessHoursSetting />
      </div>
      <div className="border-t pt-5">
        <HolidaysSetting />
      </div>
      <div className="border-t pt-5">
        <WhileActive>
          <SwitchSetting
            name="overdueAlertsEnabled"
            label="Overdue alerts"
            text="Get alerts in your channels when a customer isn't called back in time."
            icon={<TimerReset />}
          >
            <AddressListSetting
              name="overdueAddresses"
              label="Managers to email"
              newLabel="manager's email address"
              emptyText="Add an address to email a manager, too."
            />
          </SwitchSetting>
        </WhileActive>
      </div>
    </div>
  );
}
