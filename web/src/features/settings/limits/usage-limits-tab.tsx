import { Gauge, PhoneIncoming, PhoneOutgoing } from 'lucide-react';
import type { ReactNode } from 'react';

import { SelectSetting } from '../fields/select-setting';
import { SwitchSetting } from '../fields/switch-setting';
import { NumberSetting } from '../fields/text-setting';

const CUSTOMER_CHANNEL_CHOICES = [
  { value: 'auto', label: 'Detect automatically' },
  { value: 'left', label: 'Always left' },
  { value: 'right', label: 'Always right' },
] as const;

export function UsageLimitsTab(): ReactNode {
  return (
    <div className="grid gap-6">
      <SwitchSetting
        name="usageLimitEnabled"
        label="Monthly limit"
        text="Stop processing when the limit is reached."
        icon={<Gauge />}
      >
        <NumberSetting
          name="monthlyMinuteLimit"
          label="Monthly minute limit"
          unit="minutes"
          hint="Call minutes per billing period."
        />
      </SwitchSetting>
      <SwitchSetting
        name="inboundCallsEnabled"
        label="Inbound calls"
        text="Process calls from customers."
        icon={<PhoneIncoming />}
      >
        <NumberSetting
          name="inboundMinCallTime"
          label="Minimum inbound length"
          unit="seconds"
          hint="Shorter calls are skipped."
        />
      </SwitchSetting>
      <SwitchSetting
        name="outboundCallsEnabled"
        label="Outbound calls"
        text="Process calls your office makes."
        icon={<PhoneOutgoing />}
      >
        <NumberSetting
          name="outboundMinCallTime"
          label="Minimum outbound length"
          unit="seconds"
          hint="Shorter calls are skipped."
        />
      </SwitchSetting>
      <div className="grid gap-5 border-t pt-5">
        <SelectSetting
          name="customerChannel"
          label="Customer's channel"
          hint="For two-channel recordings. Choose one if your phone system always puts customers on the same side."
          choices={CUSTOMER_CHANNEL_CHOICES}
        />
        <NumberSetting
          name="processingTimeoutMinutes"
          label="Processing timeout"
          unit="minutes"
          hint="Stop processing a call after this long."
        />
        <NumberSetting
          name="maxConcurrentWorkflows"
          label="Calls processed at once"
          unit="calls"
          hint="Others wait in line."
        />
      </div>
    </div>
  );
}
