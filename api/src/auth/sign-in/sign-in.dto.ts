import { ApiProperty } from '@nestjs/swagger';
import { Length, Matches } from 'class-validator';

import { Trim } from '../../http/request/trim.decorator';
import { ReturnTo } from '../pages/return-to.decorator';

// Follows RFC 3696, section 3, including its erratum.
const MAX_EMAIL_LENGTH = 320;
// Bounds the hashing time.
const MAX_PASSWORD_LENGTH = 1_000;

const EMAIL_REQUIRED = 'Enter your email address.';
const PASSWORD_REQUIRED = 'Enter your password.';

export class SignInDto {
  @ApiProperty({ maxLength: MAX_EMAIL_LENGTH, example: 'dana@reyes-hvac.example' })
  @Trim()
  @Length(1, MAX_EMAIL_LENGTH, { message: EMAIL_REQUIRED })
  @Matches(/^\P{Cc}*$/u, { message: EMAIL_REQUIRED })
  email!: string;

  @ApiProperty({ format: 'password', maxLength: MAX_PASSWORD_LENGTH, example: 'correct horse battery staple' })
  @Length(1, MAX_PASSWORD_LENGTH, { message: PASSWORD_REQUIRED })
  password!: string;

  @ReturnTo()
  returnTo?: string;
}
