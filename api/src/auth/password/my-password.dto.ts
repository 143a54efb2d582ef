import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsOptional, IsString, MaxLength } from 'class-validator';

import { MIN_PASSWORD_LENGTH } from '@ringwell/domain/accounts/account-limits';

import { MAX_PASSWORD_LENGTH, Password } from './password.decorator';

// Existing passwords may be longer than new ones.
const MAX_CURRENT_LENGTH = 1_000;

export class MyPasswordDto {
  @ApiPropertyOptional({
    format: 'password',
    description: 'Required when the user has a password.',
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
