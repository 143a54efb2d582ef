/** On which channel of a two-channel recording the customer is: told by the words (`auto`), or always the same. */
export const CUSTOMER_CHANNELS = ['auto', 'left', 'right'] as const;
export type CustomerChannel = (typeof CUSTOMER_CHANNELS)[number];

/** The index of the channel: 0 is left, 1 is right. `null` for `auto`. */
export function customerChannelIndex(setting: CustomerChannel): 0 | 1 | null {
  if (setting === 'auto') return null;
  return setting === 'left' ? 0 : 1;
}
