import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn, IsOptional } from 'class-validator';

import { UNDO_SECONDS } from '@ringwell/domain/erasures/erasure';

import { dateTime, FieldsType, uuid } from '../../http/response/dto-fields';

export class DeleteCallQueryDto {
  @ApiPropertyOptional({
    enum: ['true', 'false'],
    description:
      'true also removes notes about the call from customers in ServiceTitan, once the deletion can no longer be ' +
      "undone. Notes on jobs are kept, because ServiceTitan's API can't remove them.",
    example: 'true',
  })
  @IsOptional()
  @IsIn(['true', 'false'], { message: 'This must be true or false.' })
  removeNotes?: 'true' | 'false';
}

export class DeletedCallDto extends FieldsType({
  id: uuid({ example: '7e7a2c1e-6a3f-4d0b-9a60-0b5c3b2d9f10' }),
  restorableUntil: dateTime({
    description: `The call can be restored until this time, ${UNDO_SECONDS} seconds from now. Afterward, it is erased.`,
    example: '2026-03-31T14:05:30.000Z',
  }),
}) {}
