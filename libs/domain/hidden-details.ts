/** What an account hides in chat and email. The app, notes in ServiceTitan, webhooks and exports keep it. */
export interface HiddenDetails {
  phoneNumbers: boolean;
  names: boolean;
  addresses: boolean;
}

export const NOTHING_HIDDEN: HiddenDetails = { phoneNumbers: false, names: false, addresses: false };

export type HiddenKind = 'phone number' | 'name' | 'address';

/** A hidden part of a text. */
export interface HiddenSpan {
  kind: HiddenKind;
  /** Offsets in the text. */
  start: number;
  end: number;
}

/** What stands for hidden words: `[phone number]`. */
export function hiddenAs(kind: HiddenKind): string {
  return `[${kind}]`;
}

/** The settings of an account as what it hides. */
export function hiddenDetailsOf(settings: {
  hidePhoneNumbers: boolean;
  hideNames: boolean;
  hideAddresses: boolean;
}): HiddenDetails {
  return { phoneNumbers: settings.hidePhoneNumbers, names: settings.hideNames, addresses: settings.hideAddresses };
}

/** The customer as a message shows them. */
export function hideCustomer(
  { name, phone }: { name: string | null; phone: string | null },
  hidden: HiddenDetails,
): { name: string | null; phone: string | null } {
  return {
    name: name !== null && hidden.names ? hiddenAs('name') : name,
    phone: phone !== null && hidden.phoneNumbers ? hiddenAs('phone number') : phone,
  };
}
