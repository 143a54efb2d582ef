import { useQuery, type UseQueryResult } from '@tanstack/react-query';

import type { ConnectionChannel } from '@ringwell/domain/deliveries/delivery';

import type { Connection } from '../../../api/types';
import { useUser } from '../../../lib/session/session';
import { accountConnectionsQuery } from '../account-settings-query';
import { connectionsQuery } from '../api';
import { useSettings } from '../settings-context';

export function useConnection(channel: ConnectionChannel): Connection | undefined {
  return useConnections().data?.find((connection) => connection.channel === channel);
}

/** Connections for the account whose settings are shown. */
export function useConnections(): UseQueryResult<Connection[]> {
  const ownQuery = connectionsQuery(useUser().accountId);
  const { editedUserId } = useSettings();
  const edited = useQuery({ ...accountConnectionsQuery(editedUserId ?? ''), enabled: editedUserId !== undefined });
  const ownConnections = useQuery({ ...ownQuery, enabled: editedUserId === undefined });
  return editedUserId === undefined ? ownConnections : edited;
}
