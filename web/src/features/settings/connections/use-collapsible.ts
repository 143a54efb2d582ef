import { useState } from 'react';

import { connectionSettings } from '@ringwell/domain/channels/connection-settings';
import type { ConnectionChannel } from '@ringwell/domain/deliveries/delivery';

import type { AccountSettings, Connection } from '../../../api/types';
import { useSettings } from '../settings-context';

/**
 * Whether a connection's section is open. Depends on the connection's state only when it first loads, so later changes
 * don't move content while the user is reading or typing. Also opens when a value is rejected.
 * @param isRequested whether a link points to the section
 */
export function useCollapsible(
  connection: Connection | undefined,
  channel: ConnectionChannel,
  isRequested: boolean,
): [isOpen: boolean, setIsOpen: (isOpen: boolean) => void] {
  const { savedSettings, state } = useSettings();
  const [choice, setChoice] = useState(isRequested ? true : undefined);
  const [wasRejected, setWasRejected] = useState(false);
  const isRejected = connectionSettings(channel).some((name) => {
    const outcome = state.outcomes[name];
    return outcome?.kind === 'failed' && outcome.message !== null;
  });
  if (choice === undefined && connection) setChoice(needsAttention(connection, savedSettings));
  if (isRejected !== wasRejected) {
    setWasRejected(isRejected);
    if (isRejected) setChoice(true); // only the field shows the error
  }
  return [choice ?? false, setChoice];
}

// Whether a connection has an error or incomplete settings.
function needsAttention({ channel, unavailable, isConnected, error }: Connection, settings: AccountSettings): boolean {
  if (unavailable) return false; // settings can't fix this
  return isConnected ? error !== null : connectionSettings(channel).some((name) => isFilled(settings[name]));
}

function isFilled(value: unknown): boolean {
  return Array.isArray(value) ? value.length > 0 : Boolean(value);
}
