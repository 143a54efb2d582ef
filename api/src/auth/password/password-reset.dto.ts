import { ApiProperty } from '@nestjs/swagger';
import { IsString, MaxLength } from 'class-validator';

import { MIN_PASSWORD_LENGTH } from '@ringwell/domain/accounts/account-limits';

import { Email } from '../../http/request/email.decorator';
import { MAX_LINK_TOKEN_LENGTH } from '../email-links/link-token';
import { MAX_PASSWORD_LENGTH, Password } from './password.decorator';

export class ForgotPasswordDto {
  @ApiProperty({ format: 'email', example: 'dana@reyes-hvac.example' })
  @Email('Please enter a valid email address')
  email!: string;
}

export class ForgotPasswordResultDto {
  @ApiProperty({
    description: 'The message is the same whether or not the address has an account.',
    example: 'If this email has an account, a link to choose a new password is on its way.',
  })
  message!: string;
}

export class ResetPasswordDto {
  @ApiProperty({
    description: 'Token from the link in the email.',
    example: 'lOZ3-bT1XyW0sYxHn0p1m5vQH0o7V8G2b1rJ4kq9c3E',
  })
  @IsString({ message: 'Open the link in the email again.' })
  @MaxLength(MAX_LINK_TOKEN_LENGTH, { message: 'Open the link in the email again.' })
  token!: string;

  @ApiProperty({
    minLength: MIN_PASSWORD_LENGTH,
    maxLength: MAX_PASSWORD_LENGTH,
    writeOnly: true,
    example: 'four quiet copper kettles',
  })
  @Password()
  newPassword!: string;
}
