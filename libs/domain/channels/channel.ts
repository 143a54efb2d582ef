import type { SettingDefinition, SwitchDefinition } from '../settings/setting-kinds';

/** Everything that other code needs to know about a channel. Channel tables are derived from it. */
export interface ChannelDescriptor {
  /** Display name. */
  title: string;
  /**
   * - `alert`: read by people, who are notified once about a call. It has a setting to turn it on and one per label.
   * - `note`: read by people, and receives every run's result.
   * - `data`: read by a system, and receives every run's result.
   */
  kind: 'alert' | 'note' | 'data';
  /** Only for team chats, which the add-on covers: where messages are posted. */
  postsTo?: 'channel' | 'space';
}

/** A channel that accounts connect in their settings. */
export interface ConnectionDescriptor extends ChannelDescriptor {
  /** Its short name, if it's a named product. */
  brand?: string;
  /** Prefix for its settings' names. */
  prefix: string;
  /** In display order. */
  settings: Record<string, SettingDefinition>;
  /** The setting that contains its destinations: one per address for email, a single one for every other channel. */
  destination?: string;
  /** Prefix for destination names. */
  destinationWord?: string;
  describeSentTest: (destinations: string) => string;
}

type AlertSwitchName<Prefix extends string> =
  | `${Prefix}Enabled`
  | `${Prefix}PositiveSentiment`
  | `${Prefix}NeutralSentiment`
  | `${Prefix}NegativeSentiment`;

/** Settings that every alert has: one to turn it on and one per label. */
export function alertSwitches<Prefix extends string>(
  prefix: Prefix,
): Record<AlertSwitchName<Prefix>, SwitchDefinition & { inProfile: true }> {
  const switchDefinition = { kind: 'switch', inProfile: true, default: false } as const;
  const labelSwitch = (label: string) =>
    ({ ...switchDefinition, default: true, description: `Whether ${label} calls trigger an alert.` }) as const;
  return {
    [`${prefix}Enabled`]: switchDefinition,
    [`${prefix}PositiveSentiment`]: labelSwitch('positive'),
    [`${prefix}NeutralSentiment`]: labelSwitch('neutral'),
    [`${prefix}NegativeSentiment`]: labelSwitch('negative'),
  } as Record<AlertSwitchName<Prefix>, SwitchDefinition & { inProfile: true }>;
}

const MAX_URL_LENGTH = 4_096;

/** A setting for a webhook URL, which is a secret. */
export const WEBHOOK_URL = {
  kind: 'text',
  secret: true,
  reconnects: true,
  maxLength: MAX_URL_LENGTH,
} as const;
