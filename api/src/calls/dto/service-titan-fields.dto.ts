import { ApiProperty } from '@nestjs/swagger';

import { SERVICE_TITAN_FIELDS, type ServiceTitanField } from '@ringwell/domain/calls/service-titan-fields';
import { FieldsType, type Field } from '@ringwell/platform/fields-type';

export const EXAMPLE_FIELDS: Record<ServiceTitanField, string> = {
  callType: 'Unbooked',
  callReason: 'Price shopping',
  campaign: 'Spring mailing',
  businessUnit: 'HVAC Service',
  tag: 'VIP',
};

export function ServiceTitanFieldProperty(name: ServiceTitanField): Field<string | null> {
  const description = `${SERVICE_TITAN_FIELDS[name]} in ServiceTitan.`;
  return ApiProperty({ type: String, nullable: true, description, example: EXAMPLE_FIELDS[name] });
}

function FieldValues(name: ServiceTitanField): Field<string[]> {
  return ApiProperty({ type: [String], example: [EXAMPLE_FIELDS[name]] });
}

export class ServiceTitanWordsDto
  extends FieldsType({
    callType: FieldValues('callType'),
    callReason: FieldValues('callReason'),
    campaign: FieldValues('campaign'),
    businessUnit: FieldValues('businessUnit'),
    tag: FieldValues('tag'),
  })
  implements Record<ServiceTitanField, string[]> {}
