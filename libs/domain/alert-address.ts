/** Why an address gets no emails about calls yet: it has not responded, or wants none. */
export const UNCONFIRMED_STATES = ['waiting', 'declined'] as const;
export type UnconfirmedState = (typeof UNCONFIRMED_STATES)[number];

/** How long the link works that confirms an address. */
export const ALERT_LINK_DAYS = 7;
