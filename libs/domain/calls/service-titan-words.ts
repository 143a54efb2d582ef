/** What ServiceTitan, or the people who use it, say about a call, with the names of the columns. */
export const SERVICE_TITAN_WORDS = {
  callType: 'Call type',
  callReason: 'Call reason',
  campaign: 'Campaign',
  businessUnit: 'Business unit',
  tag: 'Tag',
} as const;
export type ServiceTitanWord = keyof typeof SERVICE_TITAN_WORDS;
export const SERVICE_TITAN_WORD_NAMES = Object.keys(SERVICE_TITAN_WORDS) as ServiceTitanWord[];

/** Longest of them, in characters. */
export const MAX_SERVICE_TITAN_WORD = 200;

export type ServiceTitanWords = Record<ServiceTitanWord, string | null>;

export function serviceTitanWordsOf({
  callType,
  callReason,
  campaign,
  businessUnit,
  tag,
}: ServiceTitanWords): ServiceTitanWords {
  return { callType, callReason, campaign, businessUnit, tag };
}
