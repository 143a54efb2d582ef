/** Why an address does not receive emails about calls yet: it has not responded, or has declined. */
export const UNCONFIRMED_STATES = ['waiting', 'declined'] as const;
export type UnconfirmedState = (typeof UNCONFIRMED_STATES)[number];

/** How long a confirmation link for an address works. */
export const ALERT_LINK_DAYS = 7;
