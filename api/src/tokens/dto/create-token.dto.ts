import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsBoolean, IsNotEmpty, IsString, Matches, MaxLength } from 'class-validator';

import { IfSent } from '../../http/request/if-sent.decorator';
import { Trim } from '../../http/request/trim.decorator';
import { MAX_TOKEN_NAME_LENGTH } from '../account-tokens';
import { OptionalExpiration } from './expiration.decorator';

const NAME_MISSING = 'Token name is required';

// Only the first violation per field is reported, and decorators run from bottom to top.
export class CreateTokenDto {
  @ApiProperty({ maxLength: MAX_TOKEN_NAME_LENGTH, example: 'API Token for n8n' })
  @MaxLength(MAX_TOKEN_NAME_LENGTH, {
    message: `Use ${MAX_TOKEN_NAME_LENGTH} characters or fewer.`,
  })
  @Matches(/^\P{Cc}*$/u, { message: 'Use a single line of plain text.' })
  @IsNotEmpty({ message: NAME_MISSING })
  @IsString({ message: NAME_MISSING })
  @Trim()
  name!: string;

  @ApiPropertyOptional({
    type: String,
    nullable: true,
    format: 'date-time',
    description: "ISO 8601; UTC without a time zone. If omitted, the token doesn't expire.",
    example: '2099-12-31T23:00:00.000Z',
  })
  @OptionalExpiration()
  expiresAt?: string | null;

  @ApiPropertyOptional({ description: 'Whether the token can only read. False if omitted.', example: false })
  @IfSent()
  @IsBoolean({ message: 'Use true or false.' })
  isReadOnly?: boolean;
}
