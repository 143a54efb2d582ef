import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn, ValidateIf } from 'class-validator';

import { USER_ROLES, type UserRole } from '@ringwell/database/accounts/user.entity';
import { MIN_PASSWORD_LENGTH } from '@ringwell/domain/accounts/account-limits';

import { MAX_NAME_LENGTH, RequiredName } from '../../auth/current-user/name.decorator';
import { MAX_PASSWORD_LENGTH, Password } from '../../auth/password/password.decorator';
import { Email } from '../../http/request/email.decorator';

export const INVALID_EMAIL = 'Please enter a valid email address';
export const INVALID_ROLE = `Role must be ${USER_ROLES.join(' or ')}`;

export class CreateUserDto {
  @ApiProperty({
    format: 'email',
    description: 'Not case-sensitive.',
    example: 'robin@reyes-hvac.example',
  })
  @Email(INVALID_EMAIL)
  email!: string;

  @ApiProperty({ maxLength: MAX_NAME_LENGTH, example: 'Robin' })
  @RequiredName('First name is required')
  firstName!: string;

  @ApiProperty({ maxLength: MAX_NAME_LENGTH, example: 'Reyes' })
  @RequiredName('Last name is required')
  lastName!: string;

  @ApiProperty({
    minLength: MIN_PASSWORD_LENGTH,
    maxLength: MAX_PASSWORD_LENGTH,
    writeOnly: true,
    example: 'kept-warm-in-winter',
  })
  @Password()
  password!: string;

  @ApiPropertyOptional({ enum: USER_ROLES, default: 'user', example: 'user' })
  @ValidateIf((_object, value) => value !== undefined)
  @IsIn(USER_ROLES, { message: INVALID_ROLE })
  role?: UserRole;
}
