/** Why an address doesn't receive emails about calls: its owner hasn't responded, or has declined. */
export const UNCONFIRMED_STATES = ['waiting', 'declined'] as const;
export type UnconfirmedState = (typeof UNCONFIRMED_STATES)[number];

/** How long an address's confirmation link works. */
export const ALERT_LINK_DAYS = 7;
