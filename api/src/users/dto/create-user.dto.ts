import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn } from 'class-validator';

import { USER_ROLES, type UserRole } from '@ringwell/database/accounts/user.entity';

import { RequiredName } from '../../auth/current-user/name.decorator';
import { Password } from '../../auth/password/password.decorator';
import { Email } from '../../http/request/email.decorator';
import { IfSent } from '../../http/request/if-sent.decorator';

export const INVALID_EMAIL = 'Please enter a valid email address';
export const INVALID_ROLE = `Role must be ${USER_ROLES.join(' or ')}`;

export class CreateUserDto {
  @ApiProperty({
    format: 'email',
    description: 'Case-insensitive.',
    example: 'robin@reyes-hvac.example',
  })
  @Email(INVALID_EMAIL)
  email!: string;

  @RequiredName('First name is required', { example: 'Robin' })
  firstName!: string;

  @RequiredName('Last name is required', { example: 'Reyes' })
  lastName!: string;

  @Password({ example: 'kept-warm-in-winter' })
  password!: string;

  @ApiPropertyOptional({ enum: USER_ROLES, default: 'user', example: 'user' })
  @IfSent()
  @IsIn(USER_ROLES, { message: INVALID_ROLE })
  role?: UserRole;
}
