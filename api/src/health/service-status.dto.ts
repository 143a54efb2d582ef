import { dateTime, FieldsType, listOf, oneOf, text } from '../http/response/dto-fields';

export const SERVICE_STATUSES = ['up', 'delayed', 'down'] as const;
export type ServiceStatus = (typeof SERVICE_STATUSES)[number];

export class ServicePartDto extends FieldsType({
  name: text({ example: 'Call processing' }),
  status: oneOf(SERVICE_STATUSES, { example: 'delayed' }),
  message: text({
    nullable: true,
    description: 'How users are affected; null while the part is up.',
    example: 'The oldest call has been waiting for 12 min. No calls have been lost.',
  }),
}) {}

export class ServiceStatusDto extends FieldsType({
  status: oneOf(SERVICE_STATUSES, { description: 'The worst state of all parts.', example: 'delayed' }),
  parts: listOf(ServicePartDto),
  checkedAt: dateTime({ example: '2026-03-31T14:05:00.000Z' }),
}) {}
