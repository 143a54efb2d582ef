import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsBoolean, IsIn, ValidateIf } from 'class-validator';

import { USER_ROLES, type UserRole } from '@ringwell/database/accounts/user.entity';

import { ClearableName } from '../../auth/current-user/name.decorator';
import { Email } from '../../http/request/email.decorator';
import { INVALID_EMAIL, INVALID_ROLE } from './create-user.dto';

const isSent = (_object: object, value: unknown): boolean => value !== undefined;

// Omitted fields stay unchanged.
export class UpdateUserDto {
  @ClearableName('Robin')
  firstName?: string | null;

  @ClearableName('Reyes')
  lastName?: string | null;

  @ApiPropertyOptional({ format: 'email', example: 'robin.reyes@reyes-hvac.example' })
  @ValidateIf(isSent)
  @Email(INVALID_EMAIL)
  email?: string;

  @ClearableName('Reyes HVAC')
  company?: string | null;

  @ApiPropertyOptional({ enum: USER_ROLES, example: 'user' })
  @ValidateIf(isSent)
  @IsIn(USER_ROLES, { message: INVALID_ROLE })
  role?: UserRole;

  @ApiPropertyOptional({
    description: 'False blocks sign-in. Without another enabled owner, bearer tokens, calls and messages stop, too.',
    example: true,
  })
  @ValidateIf(isSent)
  @IsBoolean({ message: 'This must be true or false.' })
  isActive?: boolean;
}
