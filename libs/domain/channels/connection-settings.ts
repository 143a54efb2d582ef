import type { ConnectionChannel } from '../deliveries/delivery';
import { sealedColumn } from '../settings/sealed-column';
import type { SettingDefinition } from '../settings/setting-kinds';
import { joinWithAnd } from '../text/join-with-and';
import { CHANNEL_SETTINGS, CHANNELS, type ChannelSettingName } from './channels';

type Entry = [name: ChannelSettingName, definition: SettingDefinition];

function channelSettings(channel: ConnectionChannel): Entry[] {
  return Object.entries(CHANNELS[channel].settings) as Entry[];
}

/** Lists a channel's settings that are empty in a new account: addresses, credentials and names. */
export function connectionSettings(channel: ConnectionChannel): ChannelSettingName[] {
  return channelSettings(channel).flatMap(([name, { kind }]) => (kind === 'text' || kind === 'emails' ? [name] : []));
}

/** Returns the column values for an account that hasn't connected or turned on any channel. */
export function disconnectedColumns(): Record<string, null | false | []> {
  const columns: Record<string, null | false | []> = {};
  for (const [name, definition] of Object.entries<SettingDefinition>(CHANNEL_SETTINGS)) {
    if (definition.kind === 'emails') columns[name] = [];
    else if (definition.kind === 'text') columns[settingColumn(name, definition)] = null;
    else if (definition.kind === 'switch' && !definition.default) columns[name] = false;
  }
  delete columns['serviceTitanTenant']; // stored in `accounts`
  return columns;
}

/** Describes what to enter before the channel can be used; null if nothing is missing. */
export function connectionHint(channel: ConnectionChannel, columns: object): string | null {
  const [first, ...otherNames] = channelSettings(channel).flatMap(([name, definition]) => {
    const value = (columns as Record<string, string | string[] | null>)[settingColumn(name, definition)] ?? [];
    return definition.required !== undefined && value.length === 0 ? [definition.required] : [];
  });
  if (first === undefined) return null;
  return `Add ${joinWithAnd([first, ...otherNames.map((name) => name.replace(/^an? /, ''))])} to connect.`;
}

function settingColumn(name: string, definition: SettingDefinition): string {
  return 'secret' in definition ? sealedColumn(name) : name;
}
