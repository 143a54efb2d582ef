/** What an account hides in chat and email. The app, ServiceTitan notes, webhooks and exports still show it. */
export interface HiddenDetails {
  phoneNumbers: boolean;
  names: boolean;
  addresses: boolean;
}

export const NOTHING_HIDDEN: HiddenDetails = { phoneNumbers: false, names: false, addresses: false };

export type HiddenKind = 'phone number' | 'name' | 'address';

export interface HiddenSpan {
  kind: HiddenKind;
  start: number;
  end: number;
}

export function hiddenPlaceholder(kind: HiddenKind): string {
  return `[${kind}]`;
}

export function readHiddenDetails(settings: {
  hidePhoneNumbers: boolean;
  hideNames: boolean;
  hideAddresses: boolean;
}): HiddenDetails {
  return { phoneNumbers: settings.hidePhoneNumbers, names: settings.hideNames, addresses: settings.hideAddresses };
}

export function hideCustomer(
  { name, phone }: { name: string | null; phone: string | null },
  hidden: HiddenDetails,
): { name: string | null; phone: string | null } {
  return {
    name: name !== null && hidden.names ? hiddenPlaceholder('name') : name,
    phone: phone !== null && hidden.phoneNumbers ? hiddenPlaceholder('phone number') : phone,
  };
}
