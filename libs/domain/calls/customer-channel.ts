/** The customer's channel in a two-channel recording: derived from the words (`auto`), or fixed. */
export const CUSTOMER_CHANNELS = ['auto', 'left', 'right'] as const;
export type CustomerChannel = (typeof CUSTOMER_CHANNELS)[number];

export function customerChannelIndex(setting: CustomerChannel): 0 | 1 | null {
  if (setting === 'auto') return null;
  return setting === 'left' ? 0 : 1;
}
