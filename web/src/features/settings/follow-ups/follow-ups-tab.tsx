import { useQuery } from '@tanstack/react-query';
import { Target, TimerReset } from 'lucide-react';
import type { ReactNode } from 'react';

import type { LeadPreview } from '../../../api/types';
import { plural } from '../../../lib/format/format';
import { getQuery } from '../../../lib/queries/get-query';
import { accountKey, useUser } from '../../../lib/session/session';
import { LoadFailed } from '../../../ui/feedback/empty-state';
import { Skeleton } from '../../../ui/feedback/skeleton';
import { AddressListSetting } from '../fields/address-list-setting';
import { SwitchSetting } from '../fields/switch-setting';
import { NumberSetting } from '../fields/text-setting';
import { useSettings } from '../settings-context';
import { WhileActive } from '../settings-form';
import { BusinessHoursSetting } from './business-hours-setting';
import { HolidaysSetting } from './holidays-setting';

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
            text="Get alerts in your channels when a customer isn't called back on time."
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

const leadPreviewQuery = (accountId: string) =>
  getQuery(accountKey(accountId, 'lead-preview'), '/api/follow-ups/lead-preview', {
    staleTime: 0, // calls change the preview
  });

/** Turns on follow-ups for customers who didn't book, with a preview based on recent calls. */
function LeadsSetting(): ReactNode {
  const { editedUserId } = useSettings();
  return (
    <div className="grid grid-cols-1 gap-3">
      <SwitchSetting
        name="leadsEnabled"
        label="Leads to win back"
        text="Open a follow-up for customers who wanted new work and didn't book, or hung up before anyone answered. It closes when they book."
        icon={<Target />}
      >
        <NumberSetting
          name="callLeadsWithinMinutes"
          label="Call leads within"
          unit="minutes"
          hint="Leads are due this many minutes after the call, counting only business hours, unless another time was agreed on."
        />
        <NumberSetting
          name="averageTicketDollars"
          label="Average job"
          unit="dollars"
          placeholder="Not set"
          hint="What a job brings in, in dollars. Used for leads you win back until ServiceTitan has the total."
        />
      </SwitchSetting>
      {editedUserId === undefined && <Preview />}
    </div>
  );
}

function Preview(): ReactNode {
  const { accountId } = useUser();
  const { savedSettings } = useSettings();
  const { data, isError, refetch } = useQuery(leadPreviewQuery(accountId));
  if (isError) return <LoadFailed subject="the preview" onRetry={() => void refetch()} />;
  if (data === undefined) return <Skeleton className="h-6" label="Loading the preview" />;
  return <p className="rounded-control bg-sunken px-3 py-2">{describePreview(data, savedSettings.hasWriter)}</p>;
}

function describePreview({ customers, unbooked, hangUps, judged }: LeadPreview, hasWriter: boolean): string {
  const breakdown = `${plural(unbooked, 'call')} not booked, ${plural(hangUps, 'caller')} hung up`;
  if (customers > 0) return `Last 30 days: ${plural(customers, 'lead')} (${breakdown}).`;
  if (judged > 0) return 'Last 30 days: no leads.';
  const noLeadsText = "Last 30 days: no leads, because we couldn't tell whether any calls were booked.";
  return hasWriter ? noLeadsText : `${noLeadsText} That requires a language model, and none is set up.`;
}
