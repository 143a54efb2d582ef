/** Values that ServiceTitan or its users attach to a call, with their display names. */
export const SERVICE_TITAN_FIELDS = {
  callType: 'Call type',
  callReason: 'Call reason',
  campaign: 'Campaign',
  businessUnit: 'Business unit',
  tag: 'Tag',
} as const;
export type ServiceTitanField = keyof typeof SERVICE_TITAN_FIELDS;
export const SERVICE_TITAN_FIELD_NAMES = Object.keys(SERVICE_TITAN_FIELDS) as ServiceTitanField[];

export const MAX_SERVICE_TITAN_FIELD_LENGTH = 200;

export type ServiceTitanFields = Record<ServiceTitanField, string | null>;

export function pickServiceTitanFields({
  callType,
  callReason,
  campaign,
  businessUnit,
  tag,
}: ServiceTitanFields): ServiceTitanFields {
  return { callType, callReason, campaign, businessUnit, tag };
}
