import { Gauge, PhoneIncoming, PhoneOutgoing } from 'lucide-react';
import type { ReactNode } from 'react';

import { SwitchSetting } from './switch-setting';
import { NumberSetting } from './text-setting';

/** Which calls are processed, and how many. */
export function UsageLimitsTab(): ReactNode {
  return (
    <div className="grid gap-6">
      <SwitchSetting
        name="usageLimitEnabled"
        label="Monthly limit"
        text="Skips calls once the month's minutes are used."
        icon={<Gauge />}
      >
        <NumberSetting
          name="monthlyMinuteLimit"
          label="Monthly minute limit"
          unit="minutes"
          min={0}
          hint="Minutes of calls in a usage month."
        />
      </SwitchSetting>
      <SwitchSetting
        name="inboundCallsEnabled"
        label="Inbound calls"
        text="Processes calls that customers make."
        icon={<PhoneIncoming />}
      >
        <NumberSetting
          name="inboundMinCallTime"
          label="Shortest inbound call"
          unit="seconds"
          min={0}
          hint="Calls of fewer seconds are skipped."
        />
      </SwitchSetting>
      <SwitchSetting
        name="outboundCallsEnabled"
        label="Outbound calls"
        text="Processes calls that your office makes."
        icon={<PhoneOutgoing />}
      >
        <NumberSetting
          name="outboundMinCallTime"
          label="Shortest outbound call"
          unit="seconds"
          min={0}
          hint="Calls of fewer seconds are skipped."
        />
      </SwitchSetting>
      <div className="grid gap-5 border-t pt-5">
        <NumberSetting
          name="processingTimeoutMinutes"
          label="Processing timeout"
          unit="minutes"
          min={1}
          hint="A call that takes more minutes is given up."
        />
        <NumberSetting
          name="maxConcurrentWorkflows"
          label="Calls at the same time"
          unit="calls"
          min={1}
          hint="More calls than this wait for their turn."
        />
      </div>
    </div>
  );
}
