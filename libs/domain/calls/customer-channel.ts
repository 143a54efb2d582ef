/** The customer's channel in a two-channel recording: derived from the words (`auto`), or fixed. */
export const CUSTOMER_CHANNELS = ['auto', 'left', 'right'] as const;
export type CustomerChannel = (typeof CUSTOMER_CHANNELS)[number];

/** Returns the index of the channel: 0 is left, 1 is right. `null` for `auto`. */
export function customerChannelIndex(setting: CustomerChannel): 0 | 1 | null {
  if (setting === 'auto') return null;
  return setting === 'left' ? 0 : 1;
}
