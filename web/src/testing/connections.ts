import { CONNECTION_CHANNELS, type ConnectionChannel } from '@ringwell/domain/delivery';

import type { Connection } from '../api/types';

const MISSING: Record<ConnectionChannel, string> = {
  servicetitan: 'Enter the tenant first.',
  slack: 'Enter the bot token and the channel first.',
  teams: 'Enter the webhook URL of a Teams workflow first.',
  google_chat: 'Enter the webhook URL of a Google Chat space first.',
  email: 'Enter an email address first.',
  webhook: 'Enter the URL of your system first.',
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
