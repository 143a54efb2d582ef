import { ApiProperty } from '@nestjs/swagger';
import { IsString, Matches, MaxLength } from 'class-validator';

import { IsId } from '../../http/request/is-id.decorator';
import { Trim } from '../../http/request/trim.decorator';

const MAX_LENGTH = 200;
const TOO_LONG = { message: `Use ${MAX_LENGTH} characters or fewer.` };
const ONE_LINE = /^\P{Cc}*$/u;
const NOT_ONE_LINE = { message: 'Use a single line of plain text.' };

export class RenameCustomerDto {
  @ApiProperty({
    maxLength: MAX_LENGTH,
    description: "Later calls won't overwrite this name. An empty name restores the name from the latest call.",
    example: 'Dana Reyes',
  })
  @Trim()
  @IsString({ message: 'This must be text.' })
  @MaxLength(MAX_LENGTH, TOO_LONG)
  @Matches(ONE_LINE, NOT_ONE_LINE)
  name!: string;
}

export class MergeCustomerDto {
  @ApiProperty({
    format: 'uuid',
    description: 'The customer whose numbers, calls and follow-ups move to this one.',
    example: 'c7a1f0de-51b0-4a52-9b1c-9f1d3e5b7a20',
  })
  @IsId('This must be the ID of a customer.')
  customerId!: string;
}

export class SplitCustomerDto {
  @ApiProperty({
    maxLength: MAX_LENGTH,
    description: "One of the customer's phone numbers in any format, or one of the references.",
    example: '+15551234568',
  })
  @Trim()
  @IsString({ message: "This must be one of the customer's phone numbers." })
  @MaxLength(MAX_LENGTH, TOO_LONG)
  @Matches(ONE_LINE, NOT_ONE_LINE)
  phone!: string;
}
