import type { SettingDefinition, SwitchDefinition } from '../settings/setting-kinds';

/** Everything that other code needs to know about a channel. Tables of channels are derived from it. */
export interface ChannelDescriptor {
  /** Display name. */
  title: string;
  /**
   * - `alert`: people read it, and it notifies them once about a call. It has a setting to turn it on and one for each
   * label.
   * - `note`: people read it, and it gets the result of every run.
   * - `data`: a system reads it, and it gets the result of every run.
   */
  kind: 'alert' | 'note' | 'data';
  /** For a team chat, which the add-on covers: where it shows messages. */
  postsTo?: 'channel' | 'space';
}

/** A channel that an account connects in its settings. */
export interface ConnectionDescriptor extends ChannelDescriptor {
  /** Its short name, if it is a product with a name. */
  brand?: string;
  /** The prefix of its settings' names. */
  prefix: string;
  /** In the order in which the web app shows them. */
  settings: Record<string, SettingDefinition>;
  /** The setting that names its destinations: one for each email address, one for every other channel. */
  destination?: string;
  /** Precedes the name of a destination. */
  destinationWord?: string;
  testSent: (destinations: string) => string;
}

type AlertSwitchName<Prefix extends string> =
  | `${Prefix}Enabled`
  | `${Prefix}PositiveSentiment`
  | `${Prefix}NeutralSentiment`
  | `${Prefix}NegativeSentiment`;

/** The settings that every alert has: one to turn it on and one for each label. */
export function alertSwitches<Prefix extends string>(
  prefix: Prefix,
): Record<AlertSwitchName<Prefix>, SwitchDefinition & { inProfile: true }> {
  const isOn = { kind: 'switch', inProfile: true, default: false } as const;
  const alertsFor = (label: string) =>
    ({ ...isOn, default: true, description: `Whether ${label} calls trigger an alert.` }) as const;
  return {
    [`${prefix}Enabled`]: isOn,
    [`${prefix}PositiveSentiment`]: alertsFor('positive'),
    [`${prefix}NeutralSentiment`]: alertsFor('neutral'),
    [`${prefix}NegativeSentiment`]: alertsFor('negative'),
  } as Record<AlertSwitchName<Prefix>, SwitchDefinition & { inProfile: true }>;
}

const MAX_URL_LENGTH = 4_096;

/** A setting with the URL of a webhook, which is a secret. */
export const WEBHOOK_URL = {
  kind: 'text',
  secret: true,
  reconnects: true,
  maxLength: MAX_URL_LENGTH,
} as const;
