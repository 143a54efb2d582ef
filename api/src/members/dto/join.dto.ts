import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsString, MaxLength } from 'class-validator';

import { MIN_PASSWORD_LENGTH } from '@ringwell/domain/accounts/account-limits';

import { MAX_NAME_LENGTH, RequiredName } from '../../auth/current-user/name.decorator';
import { MAX_LINK_TOKEN_LENGTH } from '../../auth/email-links/link-token';
import { MAX_PASSWORD_LENGTH, Password } from '../../auth/password/password.decorator';

/** Body for signed-in users. */
export class AcceptInvitationDto {
  @ApiProperty({ description: 'From the link.', example: 'lOZ3-bT1XyW0sYxHn0p1m5vQH0o7V8G2b1rJ4kq9c3E' })
  @IsString({ message: 'Open the link again.' })
  @MaxLength(MAX_LINK_TOKEN_LENGTH, { message: 'Open the link again.' })
  token!: string;
}

/** Body for people without an account. */
export class JoinDto extends AcceptInvitationDto {
  @ApiPropertyOptional({ maxLength: MAX_NAME_LENGTH, example: 'Paul' })
  @RequiredName('First name is required')
  firstName!: string;

  @ApiPropertyOptional({ maxLength: MAX_NAME_LENGTH, example: 'Ruiz' })
  @RequiredName('Last name is required')
  lastName!: string;

  @ApiPropertyOptional({
    minLength: MIN_PASSWORD_LENGTH,
    maxLength: MAX_PASSWORD_LENGTH,
    writeOnly: true,
    example: 'four quiet copper kettles',
  })
  @Password()
  password!: string;
}
