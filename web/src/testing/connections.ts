import { CONNECTION_CHANNELS, type ConnectionChannel } from '@ringwell/domain/delivery';

import type { Connection } from '../api/types';

const MISSING: Record<ConnectionChannel, string> = {
  servicetitan: 'Add a tenant ID to connect.',
  slack: 'Add a bot token and channel to connect.',
  teams: 'Add the webhook URL of a Teams workflow to connect.',
  google_chat: 'Add the webhook URL of a Google Chat space to connect.',
  email: 'Add an email address to connect.',
  webhook: 'Add the URL of your system to connect.',
};

/** Connections as a new account has them, but for what is given of some. */
export function connections(changes: Partial<Record<ConnectionChannel, Partial<Connection>>> = {}): Connection[] {
  return CONNECTION_CHANNELS.map((channel) => ({
    channel,
    isConnected: false,
    missing: MISSING[channel],
    destinations: [],
    unavailable: null,
    lastSuccessAt: null,
    error: null,
    pausedUntil: null,
    unsubscribed: [],
    ...changes[channel],
  }));
}

/** One to which nothing is missing. */
export function connected(change: Partial<Connection> = {}): Partial<Connection> {
  return { isConnected: true, missing: null, destinations: ['#calls'], ...change };
}
