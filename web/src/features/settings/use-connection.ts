import { useQuery } from '@tanstack/react-query';

import type { ConnectionChannel } from '@ringwell/domain/delivery';

import type { Connection } from '../../api/types';
import { useUser } from '../../lib/session';
import { connectionsQuery } from './api';

/** How a channel is connected; undefined while that is not known. */
export function useConnection(channel: ConnectionChannel): Connection | undefined {
  return useConnections()?.find((connection) => connection.channel === channel);
}

/** The same for all of them. */
export function useConnections(): Connection[] | undefined {
  return useQuery(connectionsQuery(useUser().id)).data;
}
