import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsOptional, IsString, MaxLength } from 'class-validator';

import { MIN_PASSWORD_LENGTH } from '@ringwell/domain/account-limits';

import { MAX_PASSWORD_LENGTH, Password } from './password.decorator';

/** Earlier passwords may be longer than those that are taken now. */
const MAX_CURRENT_LENGTH = 1_000;

/** A change of one's own password. */
export class MyPasswordDto {
  @ApiPropertyOptional({
    format: 'password',
    description: 'The one so far; needed when one is set.',
    maxLength: MAX_CURRENT_LENGTH,
    example: 'correct horse battery staple',
  })
  @IsOptional()
  @IsString({ message: 'This must be text.' })
  @MaxLength(MAX_CURRENT_LENGTH, { message: 'This is not your current password.' })
  currentPassword?: string;

  @ApiProperty({
    format: 'password',
    minLength: MIN_PASSWORD_LENGTH,
    maxLength: MAX_PASSWORD_LENGTH,
    example: 'four quiet copper kettles',
  })
  @Password()
  newPassword!: string;
}
