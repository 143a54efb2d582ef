import { applyDecorators } from '@nestjs/common';
import { ApiPropertyOptional } from '@nestjs/swagger';

import { MAX_RETENTION_DAYS } from '@ringwell/domain/erasures/retention';

import { IfSent } from '../../http/request/if-sent.decorator';
import { Convert, WholeNumber } from '../../http/request/rules.decorator';
import { FieldsType, integer } from '../../http/response/dto-fields';

const MESSAGE = `This must be a whole number of days from 1 to ${MAX_RETENTION_DAYS.toLocaleString('en')}.`;

export class RetentionPreviewQueryDto {
  @ApiPropertyOptional({
    type: 'integer',
    minimum: 1,
    maximum: MAX_RETENTION_DAYS,
    description: 'Days to keep recordings. If omitted, recordings are not counted.',
    example: 90,
  })
  @Days()
  recordingsRetentionDays?: number;

  @ApiPropertyOptional({
    type: 'integer',
    minimum: 1,
    maximum: MAX_RETENTION_DAYS,
    description: 'Days to keep transcripts. If omitted, transcripts are not counted.',
    example: 365,
  })
  @Days()
  transcriptsRetentionDays?: number;
}

export class RetentionPreviewDto extends FieldsType({
  recordings: integer({ description: 'Number of calls whose recordings would be deleted.', example: 214 }),
  transcripts: integer({ description: 'Number of calls whose transcripts would be deleted.', example: 12 }),
}) {}

// Query parameters arrive as text.
function Days(): PropertyDecorator {
  return applyDecorators(
    Convert((value) => (typeof value === 'string' && /^\d{1,5}$/.test(value) ? Number(value) : value)),
    IfSent(),
    WholeNumber(1, MAX_RETENTION_DAYS, MESSAGE),
  );
}
