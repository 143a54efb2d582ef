// Vendor names in their own spelling.
const NAMES: readonly (readonly [RegExp, string])[] = [
  [/\bservice titan\b/, 'ServiceTitan'],
  [/\bgoogle chat\b/, 'Google Chat'],
  [/\bslack\b/, 'Slack'],
  [/\bteams\b/, 'Teams'],
  [/\burl\b/, 'URL'],
  [/\bid\b/, 'ID'],
  [/\bgb\b/, 'in GB'],
];

/** The name of a setting in words: `slackBotToken` is `Slack bot token`. */
export function settingWords(field: string): string {
  const words = field.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return NAMES.reduce((text, [pattern, name]) => text.replace(pattern, name), words);
}
