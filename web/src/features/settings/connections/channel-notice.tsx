import type { ReactNode } from 'react';
import { Link } from 'react-router';

import type { ConnectionChannel } from '@ringwell/domain/deliveries/delivery';

import type { Connection } from '../../../api/types';
import { settingsPath } from '../../../lib/paths';
import { useSettings } from '../settings-context';
import { ADD_ON_MISSING } from './connection-status';
import { useConnection } from './use-connection';

export function ChannelNotice({ channel }: { channel: ConnectionChannel }): ReactNode {
  const connection = useConnection(channel);
  const { editedUserId } = useSettings();
  const reason = connection && describeProblem(connection);
  if (reason === undefined) return null;
  return (
    <p className="rounded-control bg-warning-soft px-3 py-2 wrap-anywhere text-on-warning-soft">
      {reason}
      {!connection?.unavailable && editedUserId === undefined && (
        <>
          {' '}
          <Link to={settingsPath('connections', channel)} className="font-semibold underline underline-offset-2">
            Open Connections
          </Link>
        </>
      )}
    </p>
  );
}

// AddOnNotice reports a missing add-on once for all team chats.
function describeProblem({ unavailable, isConnected, missing, error }: Connection): string | undefined {
  if (unavailable) return unavailable.code === ADD_ON_MISSING ? undefined : unavailable.message;
  if (!isConnected) return `Not sending yet. ${missing ?? ''}`;
  return error ? `The last message didn't go through. ${error.message}` : undefined;
}
