import { ApiProperty, OmitType } from '@nestjs/swagger';
import { IsNotEmpty, MaxLength } from 'class-validator';

import { IsLine } from '../../http/request/optional-text.decorator';
import { Trim } from '../../http/request/trim.decorator';
import { field, FieldsType, text, uuid } from '../../http/response/dto-fields';
import { CallExportQueryDto } from './call-query.dto';

export const MAX_FILTER_NAME_LENGTH = 60;

/** The call list's filters, in the format of its query parameters. */
class CallFiltersDto extends OmitType(CallExportQueryDto, ['customer'] as const) {}

// Only a field's first violation is reported. TypeScript applies decorators from the last to the first.
export class SaveFilterDto extends CallFiltersDto {
  @ApiProperty({
    description: 'Unique regardless of case.',
    maxLength: MAX_FILTER_NAME_LENGTH,
    example: 'Unhappy customers',
  })
  @MaxLength(MAX_FILTER_NAME_LENGTH, { message: `Use ${MAX_FILTER_NAME_LENGTH} characters or fewer.` })
  @IsNotEmpty({ message: 'Enter a name.' })
  @IsLine()
  @Trim()
  name!: string;
}

export class SavedFilterDto extends FieldsType({
  id: uuid({ example: 'c81f0a52-43f4-4e0b-9a54-0d6c3a0b7f31' }),
  name: text({ example: 'Unhappy customers' }),
  filters: field<Record<string, string>>({
    type: 'object',
    additionalProperties: { type: 'string' },
    description: "The filters, in the format of the call list's query parameters.",
    example: { sentiment: 'negative', range: '7d' },
  }),
}) {}
