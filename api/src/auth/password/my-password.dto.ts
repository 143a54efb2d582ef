import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsOptional, IsString, MaxLength } from 'class-validator';

import { Password } from './password.decorator';

// Existing passwords may be longer than new ones.
const MAX_CURRENT_LENGTH = 1_000;

export class MyPasswordDto {
  @ApiPropertyOptional({
    format: 'password',
    description: 'Required if the user has a password.',
    maxLength: MAX_CURRENT_LENGTH,
    example: 'correct horse battery staple',
  })
  @IsOptional()
  @IsString({ message: 'This must be text.' })
  @MaxLength(MAX_CURRENT_LENGTH, { message: 'Incorrect current password.' })
  currentPassword?: string;

  @Password({ format: 'password', writeOnly: undefined })
  newPassword!: string;
}
