/** Values that ServiceTitan or its users attach to a call, with their column names. */
export const SERVICE_TITAN_WORDS = {
  callType: 'Call type',
  callReason: 'Call reason',
  campaign: 'Campaign',
  businessUnit: 'Business unit',
  tag: 'Tag',
} as const;
export type ServiceTitanWord = keyof typeof SERVICE_TITAN_WORDS;
export const SERVICE_TITAN_WORD_NAMES = Object.keys(SERVICE_TITAN_WORDS) as ServiceTitanWord[];

/** Maximum length in characters. */
export const MAX_SERVICE_TITAN_WORD = 200;

export type ServiceTitanWords = Record<ServiceTitanWord, string | null>;

export function pickServiceTitanWords({
  callType,
  callReason,
  campaign,
  businessUnit,
  tag,
}: ServiceTitanWords): ServiceTitanWords {
  return { callType, callReason, campaign, businessUnit, tag };
}
