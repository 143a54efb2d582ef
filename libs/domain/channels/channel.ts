import type { SettingDefinition, SwitchDefinition } from '../settings/setting-kinds';

/** Everything that other code needs to know about a channel. Channel tables are derived from it. */
export interface ChannelDescriptor {
  title: string;
  /**
   * - `alert`: notifies people once per call. It has a setting to turn it on and one per label.
   * - `note`: delivers every run's result to people.
   * - `data`: delivers every run's result to a system.
   */
  kind: 'alert' | 'note' | 'data';
  /** Where messages are posted. Only set for team chats, which the add-on covers. */
  postsTo?: 'channel' | 'space';
  /** Whether a message may still arrive after its request failed, so that a message sent again is looked for first. */
  mayArriveLate?: true;
}

/** A channel that accounts connect in their settings. */
export interface ConnectionDescriptor extends ChannelDescriptor {
  /** Short product name; unset for email and webhooks. */
  brand?: string;
  /** Prefix of its settings' names. */
  prefix: string;
  /** In display order. */
  settings: Record<string, SettingDefinition>;
  /** The setting that contains its destination or, for email, its addresses. */
  destination?: string;
  destinationPrefix?: string;
  formatTestSentMessage: (destinations: string) => string;
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

export const WEBHOOK_URL = {
  kind: 'text',
  secret: true,
  reconnects: true,
  maxLength: MAX_URL_LENGTH,
} as const;
