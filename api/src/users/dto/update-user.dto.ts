import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsBoolean, IsIn } from 'class-validator';

import { USER_ROLES, type UserRole } from '@ringwell/database/accounts/user.entity';

import { ClearableName } from '../../auth/current-user/name.decorator';
import { Email } from '../../http/request/email.decorator';
import { IfSent } from '../../http/request/if-sent.decorator';
import { INVALID_EMAIL, INVALID_ROLE } from './create-user.dto';

// Omitted fields stay unchanged.
export class UpdateUserDto {
  @ClearableName('Robin')
  firstName?: string | null;

  @ClearableName('Reyes')
  lastName?: string | null;

  @ApiPropertyOptional({ format: 'email', example: 'robin.reyes@reyes-hvac.example' })
  @IfSent()
  @Email(INVALID_EMAIL)
  email?: string;

  @ClearableName('Reyes HVAC')
  company?: string | null;

  @ApiPropertyOptional({ enum: USER_ROLES, example: 'user' })
  @IfSent()
  @IsIn(USER_ROLES, { message: INVALID_ROLE })
  role?: UserRole;

  @ApiPropertyOptional({
    description: 'False blocks sign-in. Without another enabled owner, bearer tokens, calls and messages stop, too.',
    example: true,
  })
  @IfSent()
  @IsBoolean({ message: 'This must be true or false.' })
  isActive?: boolean;
}
