import { useQuery } from '@tanstack/react-query';

import type { ConnectionChannel } from '@ringwell/domain/delivery';

import type { Connection } from '../../api/types';
import { useUser } from '../../lib/session';
import { connectionsQuery } from './api';

export function useConnection(channel: ConnectionChannel): Connection | undefined {
  return useConnections()?.find((connection) => connection.channel === channel);
}

export function useConnections(): Connection[] | undefined {
  return useQuery(connectionsQuery(useUser().id)).data;
}
