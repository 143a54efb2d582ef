import { useQuery, type UseQueryResult } from '@tanstack/react-query';

import type { ConnectionChannel } from '@ringwell/domain/deliveries/delivery';

import type { Connection } from '../../../api/types';
import { SET_UP_INSTRUCTIONS } from '../../../lib/messages/set-up-instructions';
import { useUser } from '../../../lib/session/session';
import { accountConnectionsQuery, connectionsQuery } from '../api';
import { useSettings } from '../settings-context';
import { ADD_ON_MISSING } from './connection-status';

export function useConnection(channel: ConnectionChannel): Connection | undefined {
  return useConnections().data?.find((connection) => connection.channel === channel);
}

/** Connections for the account whose settings are shown. */
export function useConnections(): UseQueryResult<Connection[]> {
  const { accountId, role } = useUser();
  const { editedUserId } = useSettings();
  const query = editedUserId === undefined ? connectionsQuery(accountId) : accountConnectionsQuery(editedUserId);
  return useQuery({ ...query, select: role === 'admin' ? addInstructions : undefined });
}

function addInstructions(connections: Connection[]): Connection[] {
  return connections.map((connection) => {
    const { unavailable } = connection;
    if (unavailable === null || unavailable.code === ADD_ON_MISSING) return connection;
    return { ...connection, unavailable: { ...unavailable, message: SET_UP_INSTRUCTIONS[unavailable.code] } };
  });
}
