import { ApiProperty } from '@nestjs/swagger';

export class OpenDayDto {
  @ApiProperty({ format: 'date-time', example: '2026-03-31T12:00:00.000Z' })
  opensAt!: string;

  @ApiProperty({ format: 'date-time', example: '2026-03-31T21:00:00.000Z' })
  closesAt!: string;
}
