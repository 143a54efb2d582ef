import { ApiProperty } from '@nestjs/swagger';

import { SERVICE_TITAN_WORDS, type ServiceTitanWord } from '@ringwell/domain/calls/service-titan-words';
import { FieldsType, type Field } from '@ringwell/platform/fields-type';

export const EXAMPLE_WORDS: Record<ServiceTitanWord, string> = {
  callType: 'Unbooked',
  callReason: 'Price shopping',
  campaign: 'Spring mailing',
  businessUnit: 'HVAC Service',
  tag: 'VIP',
};

/** Declares the property of a call that contains a ServiceTitan value. */
export function ServiceTitanWordProperty(name: ServiceTitanWord): Field<string | null> {
  const description = `${SERVICE_TITAN_WORDS[name]} in ServiceTitan.`;
  return ApiProperty({ type: String, nullable: true, description, example: EXAMPLE_WORDS[name] });
}

function Words(name: ServiceTitanWord): Field<string[]> {
  return ApiProperty({ type: [String], example: [EXAMPLE_WORDS[name]] });
}

export class ServiceTitanWordsDto
  extends FieldsType({
    callType: Words('callType'),
    callReason: Words('callReason'),
    campaign: Words('campaign'),
    businessUnit: Words('businessUnit'),
    tag: Words('tag'),
  })
  implements Record<ServiceTitanWord, string[]> {}
