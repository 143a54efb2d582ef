import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsNotEmpty, IsString, Matches, MaxLength } from 'class-validator';

import { MAX_TOKEN_NAME_LENGTH } from '../account-tokens';
import { OptionalExpiry } from './expiry.decorator';

const NAME_MISSING = 'Token name is required';

/** A token to make. (The rules of a property count from the last to the first.) */
export class CreateTokenDto {
  @ApiProperty({ maxLength: MAX_TOKEN_NAME_LENGTH, example: 'API Token for n8n' })
  @MaxLength(MAX_TOKEN_NAME_LENGTH, {
    message: `This is longer than the ${MAX_TOKEN_NAME_LENGTH} characters that are taken.`,
  })
  @Matches(/^\P{Cc}*$/u, { message: 'This must be one line of text without control characters.' })
  @IsNotEmpty({ message: NAME_MISSING })
  @IsString({ message: NAME_MISSING })
  @Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? value.trim() : value))
  name!: string;

  @ApiPropertyOptional({
    type: String,
    nullable: true,
    format: 'date-time',
    description: 'In ISO 8601; UTC when it names no zone. Left out, the token does not expire.',
    example: '2099-12-31T23:00:00.000Z',
  })
  @OptionalExpiry()
  expiresAt?: string | null;
}
