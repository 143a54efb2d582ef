import { ApiProperty } from '@nestjs/swagger';

import { SERVICE_TITAN_WORDS, type ServiceTitanWord } from '@ringwell/domain/calls/service-titan-words';

export const EXAMPLE_WORDS: Record<ServiceTitanWord, string> = {
  callType: 'Unbooked',
  callReason: 'Price shopping',
  campaign: 'Spring mailing',
  businessUnit: 'HVAC Service',
  tag: 'VIP',
};

/** The property of a call that holds each value. */
export function ServiceTitanWordProperty(name: ServiceTitanWord): PropertyDecorator {
  const description = `${SERVICE_TITAN_WORDS[name]} in ServiceTitan.`;
  return ApiProperty({ type: String, nullable: true, description, example: EXAMPLE_WORDS[name] });
}

function Words(name: ServiceTitanWord): PropertyDecorator {
  return ApiProperty({ type: [String], example: [EXAMPLE_WORDS[name]] });
}

export class ServiceTitanWordsDto implements Record<ServiceTitanWord, string[]> {
  @Words('callType')
  callType!: string[];

  @Words('callReason')
  callReason!: string[];

  @Words('campaign')
  campaign!: string[];

  @Words('businessUnit')
  businessUnit!: string[];

  @Words('tag')
  tag!: string[];
}
