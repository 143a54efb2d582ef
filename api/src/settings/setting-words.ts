import { CHANNELS, channelsWith } from '@ringwell/domain/channels/channels';

// As their owners write them.
const NAMES: readonly (readonly [RegExp, string])[] = [
  ...channelsWith<'brand', string>('brand').map((channel) => {
    const { prefix, brand } = CHANNELS[channel];
    return [new RegExp(`\\b${inWords(prefix)}\\b`), brand] as const;
  }),
  [/\burl\b/, 'URL'],
  [/\bid\b/, 'ID'],
  [/\bgb\b/, 'in GB'],
];

/** The name of a setting in words: `slackBotToken` is `Slack bot token`. */
export function settingWords(field: string): string {
  return NAMES.reduce((text, [pattern, name]) => text.replace(pattern, name), inWords(field));
}

function inWords(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}
