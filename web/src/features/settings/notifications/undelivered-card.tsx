import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';

import { CHANNEL_NAMES } from '@ringwell/domain/deliveries/delivery';

import { describeUndelivered } from '../../../lib/format/undelivered';
import { callPath, settingsPath } from '../../../lib/paths';
import { undeliveredQuery } from '../../../lib/queries/api';
import { useUser } from '../../../lib/session/session';
import { ButtonLink } from '../../../ui/buttons/button';
import { Card } from '../../../ui/layout/card';

/** Destinations that missed messages, and why. Renders nothing if there are none. */
export function UndeliveredCard(): ReactNode {
  const { accountId } = useUser();
  const { data: undelivered = [] } = useQuery(undeliveredQuery(accountId));
  if (undelivered.length === 0) return null;
  return (
    <Card
      title="Undelivered messages"
      subtitle="Last 24 hours"
      action={
        <ButtonLink to={settingsPath('connections')} variant="outline" size="sm">
          Check connections
        </ButtonLink>
      }
    >
      <ul className="divide-y">
        {undelivered.map(({ channel, destination, failed, retrying, reason, callId }) => (
          <li key={`${channel} ${destination}`} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-2.5">
            <div className="grid min-w-0 grow basis-72 gap-0.5">
              <p className="wrap-anywhere">
                {`${CHANNEL_NAMES[channel]} · ${destination} · `}
                <span className="font-semibold">{describeUndelivered({ failed, retrying })}</span>
              </p>
              {reason !== null && <p className="text-fg-muted">{reason}</p>}
            </div>
            {callId !== null && (
              <ButtonLink to={callPath(callId)} variant="outline" size="sm">
                Open the latest call
                <span className="sr-only">{` for ${destination}`}</span>
              </ButtonLink>
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
}
