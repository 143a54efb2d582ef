import { EXPORT_STATES, type ExportState } from '@ringwell/domain/calls/account-export';

import { dateTime, field, FieldsType, integer, listOf, number, text, uuid } from '../http/response/dto-fields';

export class AccountExportDto extends FieldsType({
  id: uuid({ example: '5d0f6f0e-2f0c-4a52-9d1b-3c1f7f5e8a44' }),
  state: field<ExportState>({
    enum: EXPORT_STATES,
    enumName: 'ExportState',
    description:
      'queued, running: in progress. ready: the file can be downloaded. failed: see `failure`. canceled: a user ' +
      'stopped it before it was ready. replaced, deleted, expired, erased: the file was deleted because of a newer ' +
      'export, by a user, after 7 days, or because calls in it were deleted.',
    example: 'ready',
  }),
  requestedAt: dateTime({ example: '2026-03-31T14:05:00.000Z' }),
  requestedBy: text({
    nullable: true,
    description: 'Name or email address of the user; null once the user is deleted.',
    example: 'Pat Ellis',
  }),
  totalCalls: number({
    description: 'Number of calls in the export; 0 until a worker has started it.',
    example: 1_200,
  }),
  doneCalls: number({
    description: 'Number of calls already in the file, including their recordings.',
    example: 1_200,
  }),
  percent: integer({ minimum: 0, maximum: 100, example: 100 }),
  bytes: number({ nullable: true, description: 'Size of the file, once it is ready.', example: 734_003_200 }),
  failure: text({
    nullable: true,
    description: 'Why the export failed, and what to do. Null unless it has failed.',
    example: null,
  }),
  finishedAt: dateTime({ nullable: true, example: '2026-03-31T14:25:12.000Z' }),
  expiresAt: dateTime({
    nullable: true,
    description: 'When the file will be deleted. Null until it is ready.',
    example: '2026-04-07T14:25:12.000Z',
  }),
}) {}

export class AccountExportListDto extends FieldsType({ exports: listOf(AccountExportDto) }) {}
