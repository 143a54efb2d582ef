import { ApiProperty } from '@nestjs/swagger';

import { EXPORT_STATES, type ExportState } from '@ringwell/domain/calls/account-export';

import { ApiNullable } from '../http/response/nullable.decorator';

export class AccountExportDto {
  @ApiProperty({ format: 'uuid', example: '5d0f6f0e-2f0c-4a52-9d1b-3c1f7f5e8a44' })
  id!: string;

  @ApiProperty({
    enum: EXPORT_STATES,
    enumName: 'ExportState',
    description:
      'queued, running: in progress. ready: the file can be downloaded. replaced, deleted, expired, erased: the file ' +
      'was deleted because of a newer export, by a user, after 7 days, or because calls in it were deleted.',
    example: 'ready',
  })
  state!: ExportState;

  @ApiProperty({ format: 'date-time', example: '2026-03-31T14:05:00.000Z' })
  requestedAt!: string;

  @ApiNullable(String, {
    description: 'Name or email address of the user; null once the user is deleted.',
    example: 'Pat Ellis',
  })
  requestedBy!: string | null;

  @ApiProperty({ description: 'Number of calls in the export; 0 until a worker has started it.', example: 1_200 })
  totalCalls!: number;

  @ApiProperty({ description: 'Number of calls that are already in the file with their recordings.', example: 1_200 })
  doneCalls!: number;

  @ApiProperty({ type: 'integer', minimum: 0, maximum: 100, example: 100 })
  percent!: number;

  @ApiNullable(Number, { description: 'Size of the file, once it is ready.', example: 734_003_200 })
  bytes!: number | null;

  @ApiNullable(String, {
    description: 'Why the export failed, and what to do. Null unless it has failed.',
    example: null,
  })
  failure!: string | null;

  @ApiNullable('date-time', { example: '2026-03-31T14:25:12.000Z' })
  finishedAt!: string | null;

  @ApiNullable('date-time', {
    description: 'When the file will be deleted. Null until it is ready.',
    example: '2026-04-07T14:25:12.000Z',
  })
  expiresAt!: string | null;
}

export class AccountExportListDto {
  @ApiProperty({ type: [AccountExportDto] })
  exports!: AccountExportDto[];
}
