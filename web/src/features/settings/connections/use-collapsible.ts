import { useState } from 'react';

import { connectionSettings } from '@ringwell/domain/channels/connection-settings';
import type { ConnectionChannel } from '@ringwell/domain/deliveries/delivery';

import type { AccountSettings, Connection } from '../../../api/types';
import { useSettings } from '../settings-context';

/**
 * Whether the section of a connection is open. The state of the connection decides this only when it has loaded,
 * because later changes must not move content that the user is reading or typing.
 * @param isRequested whether a link led to the section
 */
export function useCollapsible(
  connection: Connection | undefined,
  channel: ConnectionChannel,
  isRequested: boolean,
): [isOpen: boolean, setIsOpen: (isOpen: boolean) => void] {
  const { saved, state } = useSettings();
  const [choice, setChoice] = useState(isRequested ? true : undefined);
  const [wasRefused, setWasRefused] = useState(false);
  const isRefused = connectionSettings(channel).some((name) => {
    const outcome = state.outcomes[name];
    return outcome?.kind === 'failed' && outcome.message !== null;
  });
  if (choice === undefined && connection) setChoice(needsAttention(connection, saved));
  if (isRefused !== wasRefused) {
    setWasRefused(isRefused);
    if (isRefused) setChoice(true); // only the field shows the error
  }
  return [choice ?? false, setChoice];
}

// Whether a connection has an error or incomplete settings.
function needsAttention({ channel, unavailable, isConnected, error }: Connection, saved: AccountSettings): boolean {
  if (unavailable) return false; // settings cannot fix this
  return isConnected ? error !== null : connectionSettings(channel).some((name) => isFilled(saved[name]));
}

function isFilled(value: unknown): boolean {
  return Array.isArray(value) ? value.length > 0 : Boolean(value);
}
