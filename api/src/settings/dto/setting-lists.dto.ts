import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { ArrayUnique, IsArray, IsIn, ValidateIf } from 'class-validator';

import { CALL_LABELS, type CallLabel } from '@ringwell/domain/calls/call-label';
import { SETTINGS } from '@ringwell/domain/settings/settings';

import { Email } from '../../http/request/email.decorator';
import { EmailList, TermList } from './setting-fields';

/** Entries to add to and remove from a list without affecting concurrent changes to other entries. */
export interface ListChange {
  add?: string[];
  remove?: string[];
}

export class ChangeEmailAddressesDto implements ListChange {
  @ApiPropertyOptional({ type: [String], description: 'Addresses to add.', example: ['sam@reyes-hvac.example'] })
  @EmailList(SETTINGS.emailAddress)
  add?: string[];

  @ApiPropertyOptional({ type: [String], description: 'Addresses to remove, along with their labels.', example: [] })
  @EmailList(SETTINGS.emailAddress)
  remove?: string[];
}

export class ChangeVocabularyDto implements ListChange {
  @ApiPropertyOptional({
    type: [String],
    description: 'Entries to add at the beginning of the list.',
    example: ['Kowalczyk'],
  })
  @TermList(SETTINGS.vocabulary)
  add?: string[];

  @ApiPropertyOptional({ type: [String], description: 'Names and words to remove. Case is ignored.', example: [] })
  @TermList(SETTINGS.vocabulary)
  remove?: string[];
}

export class EmailLabelsDto {
  @ApiProperty({
    description: 'One of the addresses in emailAddress.',
    format: 'email',
    example: 'dana@reyes-hvac.example',
  })
  @Email('This must be a valid email address.')
  address!: string;

  @ApiProperty({
    enum: CALL_LABELS,
    isArray: true,
    nullable: true,
    description: "Which calls this address gets emails about. Null for the account's selection.",
    example: ['negative'],
  })
  @ValidateIf((_body, value: unknown) => value !== null)
  @IsArray({ message: 'This must be a list or null.' })
  @IsIn(CALL_LABELS, { each: true, message: `Each must be one of ${CALL_LABELS.join(', ')}.` })
  @ArrayUnique({ message: 'List each label only once.' })
  labels!: CallLabel[] | null;
}
