import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsOptional, IsString, Length, MaxLength } from 'class-validator';

import { MIN_PASSWORD_LENGTH } from '@ringwell/domain/accounts/account-limits';

import { Email } from '../../http/request/email.decorator';
import { ClearableName, MAX_NAME_LENGTH, RequiredName } from '../current-user/name.decorator';
import { MAX_LINK_TOKEN_LENGTH } from '../email-links/link-token';
import { MAX_PASSWORD_LENGTH, Password } from '../password/password.decorator';

const MAX_RETURN_TO_LENGTH = 2_000;

export class SignUpDto {
  @ApiProperty({ maxLength: MAX_NAME_LENGTH, example: 'Dana' })
  @RequiredName('First name is required')
  firstName!: string;

  @ApiProperty({ maxLength: MAX_NAME_LENGTH, example: 'Reyes' })
  @RequiredName('Last name is required')
  lastName!: string;

  @ApiPropertyOptional({
    type: String,
    nullable: true,
    maxLength: MAX_NAME_LENGTH,
    description: 'The name of the account.',
    example: 'Reyes HVAC',
  })
  @ClearableName()
  company?: string | null;

  @ApiProperty({ format: 'email', description: 'Not case-sensitive.', example: 'dana@reyes-hvac.example' })
  @Email('Please enter a valid email address')
  email!: string;

  @ApiProperty({
    minLength: MIN_PASSWORD_LENGTH,
    maxLength: MAX_PASSWORD_LENGTH,
    writeOnly: true,
    example: 'four quiet copper kettles',
  })
  @Password()
  password!: string;

  @ApiPropertyOptional({
    description: 'Page of the web app to open afterwards. Other values count as /.',
    example: '/',
  })
  @IsOptional()
  @IsString({ message: 'This must be a path.' })
  @MaxLength(MAX_RETURN_TO_LENGTH, { message: `Use ${MAX_RETURN_TO_LENGTH} characters or fewer.` })
  returnTo?: string;
}

export class SignUpResultDto {
  @ApiProperty({
    description: 'What to do next. Where addresses are confirmed, the same whether or not one has an account.',
    example: 'Check your email for a link to confirm your address.',
  })
  message!: string;
}

export class ConfirmSignUpDto {
  @ApiProperty({
    description: 'Token from the link in the email.',
    example: 'lOZ3-bT1XyW0sYxHn0p1m5vQH0o7V8G2b1rJ4kq9c3E',
  })
  @IsString({ message: 'Open the link in the email again.' })
  @MaxLength(MAX_LINK_TOKEN_LENGTH, { message: 'Open the link in the email again.' })
  token!: string;

  @ApiProperty({
    format: 'password',
    description: 'The password chosen at sign-up, which proves that the same person finishes it.',
    maxLength: MAX_PASSWORD_LENGTH,
    example: 'four quiet copper kettles',
  })
  @Length(1, MAX_PASSWORD_LENGTH, { message: 'Enter your password.' })
  password!: string;
}
