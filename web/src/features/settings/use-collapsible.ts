import { useState } from 'react';

import type { ConnectionChannel } from '@ringwell/domain/delivery';

import type { AccountSettings, Connection } from '../../api/types';
import type { SettingName } from './save-queue';
import { useSettings } from './settings-context';

/** What a new account has left empty of each connection. */
const FIELDS: Record<ConnectionChannel, readonly SettingName[]> = {
  servicetitan: ['serviceTitanTenant', 'serviceTitanClientId', 'serviceTitanClientSecret'],
  email: ['emailAddress'],
  slack: ['slackBotToken', 'slackChannel'],
  teams: ['teamsWebhookUrl', 'teamsTeamName'],
  google_chat: ['googleChatWebhookUrl'],
  webhook: ['webhookUrl', 'webhookSecret'],
};

/**
 * Whether a connection is unfolded. How it is decides once, when that is first known: later news must not move what somebody
 * reads or types. A value that was refused unfolds it, as only the field tells of that.
 * @param isWanted whether somebody was led to it
 */
export function useFold(
  connection: Connection | undefined,
  channel: ConnectionChannel,
  isWanted: boolean,
): [isOpen: boolean, setIsOpen: (isOpen: boolean) => void] {
  const { saved, state } = useSettings();
  const [choice, setChoice] = useState(isWanted ? true : undefined);
  const [wasRefused, setWasRefused] = useState(false);
  const isRefused = FIELDS[channel].some((name) => {
    const outcome = state.outcomes[name];
    return outcome?.kind === 'failed' && outcome.message !== null;
  });
  if (choice === undefined && connection) setChoice(needsAttention(connection, saved));
  if (isRefused !== wasRefused) {
    setWasRefused(isRefused);
    if (isRefused) setChoice(true);
  }
  return [choice ?? false, setChoice];
}

/** It has a fault, or its entering was begun and not finished. */
function needsAttention({ channel, unavailable, isConnected, error }: Connection, saved: AccountSettings): boolean {
  if (unavailable) return false; // nothing that is entered helps
  return isConnected ? error !== null : FIELDS[channel].some((name) => Boolean(saved[name]?.toString()));
}
