import { ApiProperty } from '@nestjs/swagger';

import { ApiNullable } from '../http/response/nullable.decorator';

export const SERVICE_STATUSES = ['up', 'delayed', 'down'] as const;
export type ServiceStatus = (typeof SERVICE_STATUSES)[number];

export class ServicePartDto {
  @ApiProperty({ example: 'Call processing' })
  name!: string;

  @ApiProperty({ enum: SERVICE_STATUSES, example: 'delayed' })
  status!: ServiceStatus;

  @ApiNullable(String, {
    description: 'How users are affected; null while the part is up.',
    example: 'Calls wait about 12 minutes. None are lost.',
  })
  message!: string | null;
}

export class ServiceStatusDto {
  @ApiProperty({ enum: SERVICE_STATUSES, description: 'The worst state of all parts.', example: 'delayed' })
  status!: ServiceStatus;

  @ApiProperty({ type: [ServicePartDto] })
  parts!: ServicePartDto[];

  @ApiProperty({ format: 'date-time', example: '2026-03-31T14:05:00.000Z' })
  checkedAt!: string;
}
