import { connectionHint } from '@ringwell/domain/channels/connection-settings';
import { CONNECTION_CHANNELS, type ConnectionChannel } from '@ringwell/domain/deliveries/delivery';

import type { Connection } from '../api/types';

export function connections(changes: Partial<Record<ConnectionChannel, Partial<Connection>>> = {}): Connection[] {
  return CONNECTION_CHANNELS.map((channel) => ({
    channel,
    isConnected: false,
    missing: connectionHint(channel, {}),
    destinations: [],
    unavailable: null,
    lastSuccessAt: null,
    error: null,
    pausedUntil: null,
    unsubscribed: [],
    ...changes[channel],
  }));
}

export function connectedState(change: Partial<Connection> = {}): Partial<Connection> {
  return { isConnected: true, missing: null, destinations: ['#calls'], ...change };
}

export function connectionError(change: Partial<NonNullable<Connection['error']>> = {}): Connection['error'] {
  return {
    code: 'SLACK_TOKEN_REVOKED',
    message: 'Slack says that the bot token was revoked. Enter a new one.',
    destination: '#calls',
    isPermanent: true,
    failedAt: '2024-04-02T14:12:00.000Z',
    ...change,
  };
}

export const ADD_ON_MISSING = {
  code: 'ADD_ON_MISSING',
  message: 'Team chat is an add-on that this account does not have.',
} as const;
