import { ApiPropertyOptional } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsBoolean, IsEmail, IsIn, ValidateIf } from 'class-validator';

import { USER_ROLES, type UserRole } from '@ringwell/database/accounts/user.entity';

import { INVALID_EMAIL, INVALID_ROLE } from './create-user.dto';
import { ClearableName, MAX_NAME_LENGTH, trimmed } from './text.decorator';

const isGiven = (_object: object, value: unknown): boolean => value !== undefined;

/** What is to change of a user. What is left out stays as it is. */
export class UpdateUserDto {
  @ApiPropertyOptional({
    type: String,
    nullable: true,
    maxLength: MAX_NAME_LENGTH,
    description: 'Null or empty takes it away.',
    example: 'Robin',
  })
  @ClearableName()
  firstName?: string | null;

  @ApiPropertyOptional({
    type: String,
    nullable: true,
    maxLength: MAX_NAME_LENGTH,
    description: 'Null or empty takes it away.',
    example: 'Reyes',
  })
  @ClearableName()
  lastName?: string | null;

  @ApiPropertyOptional({ format: 'email', example: 'robin.reyes@reyes-hvac.example' })
  @Transform(({ value }: { value: unknown }) => trimmed(value))
  @ValidateIf(isGiven)
  @IsEmail({}, { message: INVALID_EMAIL })
  email?: string;

  @ApiPropertyOptional({
    type: String,
    nullable: true,
    maxLength: MAX_NAME_LENGTH,
    description: 'Null or empty takes it away.',
    example: 'Reyes HVAC',
  })
  @ClearableName()
  company?: string | null;

  @ApiPropertyOptional({ enum: USER_ROLES, example: 'user' })
  @ValidateIf(isGiven)
  @IsIn(USER_ROLES, { message: INVALID_ROLE })
  role?: UserRole;

  @ApiPropertyOptional({
    description: 'False keeps the person and the bearer tokens of the account out, at once.',
    example: true,
  })
  @ValidateIf(isGiven)
  @IsBoolean({ message: 'This must be true or false.' })
  isActive?: boolean;
}
