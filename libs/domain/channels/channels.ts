import type { ChannelDescriptor, ConnectionDescriptor } from './channel';
import { EMAIL } from './email';
import { GOOGLE_CHAT } from './google-chat';
import { SERVICE_TITAN } from './servicetitan';
import { SLACK } from './slack';
import { TEAMS } from './teams';
import { WEBHOOK } from './webhook';

/** Every channel, by the name stored with deliveries. */
export const CHANNELS = {
  servicetitan: SERVICE_TITAN,
  slack: SLACK,
  teams: TEAMS,
  google_chat: GOOGLE_CHAT,
  email: EMAIL,
  callback: { title: 'Callback', kind: 'data' },
  webhook: WEBHOOK,
} as const satisfies Record<string, ChannelDescriptor | ConnectionDescriptor>;

type Descriptors = typeof CHANNELS;

/** Names of the channels whose descriptor matches `Parts`. */
export type ChannelWith<Parts> = {
  [Name in keyof Descriptors]: Descriptors[Name] extends Parts ? Name : never;
}[keyof Descriptors];

/** Returns the names of channels whose descriptor has this property, with this value if given. */
export function channelsWith<Property extends string, Value>(
  property: Property,
  value?: Value,
): ChannelWith<Record<Property, Value>>[] {
  const matchesValue = (descriptor: Record<string, unknown>): boolean =>
    value === undefined ? property in descriptor : descriptor[property] === value;
  return Object.entries(CHANNELS).flatMap(([name, descriptor]) =>
    matchesValue(descriptor) ? [name as ChannelWith<Record<Property, Value>>] : [],
  );
}

type Settings = Descriptors[ChannelWith<{ settings: object }>]['settings'];
type Merged<Union> = (Union extends unknown ? (part: Union) => void : never) extends (whole: infer Whole) => void
  ? Whole
  : never;

export const CHANNEL_SETTINGS = Object.assign(
  {},
  ...Object.values(CHANNELS).map((descriptor) => ('settings' in descriptor ? descriptor.settings : {})),
) as Merged<Settings>;

export type ChannelSettingName = keyof typeof CHANNEL_SETTINGS;
