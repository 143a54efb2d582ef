import { CHANNELS, channelsWith, type ChannelWith } from '../channels/channels';

export const PLANS = ['base', 'team'] as const;
export type Plan = (typeof PLANS)[number];

export const PLAN_NAMES: Record<Plan, string> = { base: 'Base', team: 'Team' };

export type TeamChat = ChannelWith<{ postsTo: string }>;
export const TEAM_CHATS: readonly TeamChat[] = channelsWith<'postsTo', string>('postsTo');

/** Team chat channels. One price covers all of them. */
export type AddOn = (typeof CHANNELS)[TeamChat]['prefix'];
export const ADD_ONS: readonly AddOn[] = TEAM_CHATS.map((chat) => CHANNELS[chat].prefix);

export const ADD_ON_NAMES = Object.fromEntries(
  TEAM_CHATS.map((chat) => [CHANNELS[chat].prefix, CHANNELS[chat].title]),
) as Record<AddOn, string>;

export const BASE_PLAN_CENTS = 9_900;
export const TEAM_CHAT_CENTS = 3_000;

/** Lookup keys for the prices in Stripe. A replacement price has a new id but the same key. */
export const PRICE_KEYS = {
  base: 'ringwell_base',
  overage: 'ringwell_overage',
  teamChat: 'ringwell_team_chat',
} as const;
export type PriceKey = (typeof PRICE_KEYS)[keyof typeof PRICE_KEYS];

export const METER_EVENT_NAME = 'ringwell_minutes';

export const INCLUDED_MINUTES = 3_000;

/** An extra minute costs 3.9 cents. */
export const OVERAGE_TENTHS_OF_CENT = 39;

/** Returns the price, rounded to the nearest cent. */
export function monthlyPriceCents(plan: Plan, minutes: number): number {
  const base = BASE_PLAN_CENTS + (plan === 'team' ? TEAM_CHAT_CENTS : 0);
  const extraMinutes = Math.max(0, minutes - INCLUDED_MINUTES);
  return base + Math.round((extraMinutes * OVERAGE_TENTHS_OF_CENT) / 10);
}
