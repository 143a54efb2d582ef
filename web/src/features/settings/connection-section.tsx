import { useId, type ReactNode } from 'react';

import { CHANNEL_NAMES, type ConnectionChannel } from '@ringwell/domain/delivery';

import { ConnectionStatus } from './connection-status';
import { useSettings, type SwitchName } from './settings-context';
import { TestConnection } from './test-connection';
import { useConnection } from './use-connection';

const SWITCHES: Partial<Record<ConnectionChannel, SwitchName>> = { slack: 'slackEnabled', teams: 'teamsEnabled', google_chat: 'googleChatEnabled', email: 'emailEnabled' };

interface ConnectionSectionProps {
  channel: ConnectionChannel;
  title?: string;
  /** What is to be entered. */
  children: ReactNode;
}

/** One thing that the account is connected with: how it is, what is to be entered, and whether it works. */
export function ConnectionSection({ channel, title = CHANNEL_NAMES[channel], children }: ConnectionSectionProps): ReactNode {
  const id = useId();
  const connection = useConnection(channel);
  const { saved } = useSettings();
  const name = SWITCHES[channel];
  const isOff = name !== undefined && !saved[name];
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className="text-body">{title}</h3>
      <div className="mt-1 mb-4">
        <ConnectionStatus connection={connection} />
        {isOff && connection?.isConnected && <p className="mt-1 text-meta text-fg-subtle">Switched off under Notifications, so nobody is told this way.</p>}
      </div>
      <div className="grid gap-5">
        {children}
        {connection && <TestConnection connection={connection} />}
      </div>
    </section>
  );
}
