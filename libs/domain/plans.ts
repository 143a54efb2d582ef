/** What can be bought. */
export const PLANS = ['base', 'team'] as const;
export type Plan = (typeof PLANS)[number];

/** Team chat channels; one price opens all of them. */
export const ADD_ONS = ['slack', 'teams', 'googleChat'] as const;
export type AddOn = (typeof ADD_ONS)[number];

/** Prices in US cents a month. */
export const BASE_PLAN_CENTS = 9_900;
export const TEAM_CHAT_CENTS = 3_000;

/** Lookup keys of our prices at Stripe: a key stays when its price is replaced by a new one, whose id differs. */
export const PRICE_KEYS = {
  base: 'ringwell_base',
  overage: 'ringwell_overage',
  teamChat: 'ringwell_team_chat',
} as const;
export type PriceKey = (typeof PRICE_KEYS)[keyof typeof PRICE_KEYS];

/** By this name minutes are reported to Stripe's meter. */
export const METER_EVENT_NAME = 'ringwell_minutes';

/** Minutes a month that the base plan includes. */
export const INCLUDED_MINUTES = 3_000;

/** A minute beyond them costs $0.039: in tenths of a cent, as a cent is too coarse. */
export const OVERAGE_TENTHS_OF_CENT = 39;

/** What a month costs, in US cents; parts of a cent are rounded to the nearest. */
export function monthlyPriceCents(plan: Plan, minutes: number): number {
  const base = BASE_PLAN_CENTS + (plan === 'team' ? TEAM_CHAT_CENTS : 0);
  const minutesBeyond = Math.max(0, minutes - INCLUDED_MINUTES);
  return base + Math.round((minutesBeyond * OVERAGE_TENTHS_OF_CENT) / 10);
}
