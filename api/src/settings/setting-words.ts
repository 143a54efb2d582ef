import { CHANNELS, channelsWith } from '@ringwell/domain/channels/channels';
import { fieldLabel } from '@ringwell/domain/text/field-label';

// Names as they are spelled on the settings page.
const NAMES: readonly (readonly [RegExp, string])[] = [
  ...channelsWith<'brand', string>('brand').map((channel) => {
    const { prefix, brand } = CHANNELS[channel];
    return [new RegExp(`\\b${fieldLabel(prefix)}\\b`), brand] as const;
  }),
  [/\burl\b/, 'URL'],
  [/\bid\b/, 'ID'],
  [/\bgb\b/, 'in GB'],
  [/^max concurrent workflows$/, 'calls processed at once'],
  [/^inbound min call time$/, 'minimum inbound length'],
  [/^outbound min call time$/, 'minimum outbound length'],
  [/^inbox after$/, 'what happens to recordings in the folder'],
  [/^inbox patterns$/, 'file name patterns'],
  [/^processing timeout minutes$/, 'processing timeout'],
];

/** Returns a setting's readable name, such as `Slack bot token` for `slackBotToken`. */
export function settingLabel(field: string): string {
  return NAMES.reduce((text, [pattern, name]) => text.replace(pattern, name), fieldLabel(field));
}
