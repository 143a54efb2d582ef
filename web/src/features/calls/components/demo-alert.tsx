import { useQuery } from '@tanstack/react-query';
import { BellOff, BellRing } from 'lucide-react';
import type { ReactNode } from 'react';

import { alertTitle } from '@ringwell/domain/calls/alert-title';
import { callLabel } from '@ringwell/domain/calls/call-label';
import { WITHHELD } from '@ringwell/domain/customers/phone';

import type { FullCall } from '../../../api/types';
import { formatTime } from '../../../lib/format/format';
import { useUser } from '../../../lib/session/session';
import { callQuery } from '../api';
import { otherParty } from '../call-party';

export function DemoCallAlert({ callId }: { callId: string }): ReactNode {
  const { data } = useQuery(callQuery(useUser().accountId, callId));
  return data && <DemoAlert call={data} />;
}

/** Shows the alert a full account would have received about a demo call. */
export function DemoAlert({ call }: { call: FullCall }): ReactNode {
  const { email } = useUser();
  const { result, receivedAt, processingSeconds } = call;
  if (!result) return null;
  // Everyone who gets alerts is also alerted about calls that need a listen or mention danger.
  if (!result.flags.includes('danger') && !['negative', 'needs_review'].includes(callLabel(result)))
    return (
      <section aria-label="Alert" className="flex gap-3 rounded-menu border bg-sunken p-4">
        <BellOff aria-hidden className="mt-0.5 size-4.5 shrink-0 text-fg-muted" />
        <p>
          You wouldn't have been alerted, because this customer isn't unhappy. You choose which calls trigger alerts.
        </p>
      </section>
    );
  const expectedAt = new Date(new Date(receivedAt).getTime() + (processingSeconds ?? 0) * 1_000);
  const { title, phone } = otherParty(call);
  const isKnown = call.customerName !== null || phone !== null || title === WITHHELD;
  const quote = result.evidence.find(({ claim }) => claim === 'Negative');
  return (
    <section aria-labelledby="demo-alert" className="rounded-menu border border-border-strong p-4">
      <h3 id="demo-alert" className="flex items-center gap-2 text-body">
        <BellRing aria-hidden className="size-4.5 shrink-0 text-negative" />
        The alert you would have received at {formatTime(expectedAt)}
      </h3>
      <p className="mt-3 font-semibold">{alertTitle(result, isKnown ? title : null)}</p>
      {quote && <p className="mt-1 text-body">“{quote.quote}”</p>}
      <p className="mt-1">{result.followUp.what ?? 'Call this customer back.'}</p>
      <p className="mt-3 text-meta text-fg-muted">
        By email to {email}, and in Slack, Microsoft Teams or Google Chat if you connect them.
      </p>
    </section>
  );
}
