import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsOptional, IsString, Length, MaxLength } from 'class-validator';

import { Email } from '../../http/request/email.decorator';
import { FieldsType, text } from '../../http/response/dto-fields';
import { ClearableName, RequiredName } from '../current-user/name.decorator';
import { LinkToken } from '../email-links/link-token';
import { MAX_PASSWORD_LENGTH, Password } from '../password/password.decorator';

const MAX_RETURN_TO_LENGTH = 2_000;

export class SignUpDto {
  @RequiredName('First name is required', { example: 'Dana' })
  firstName!: string;

  @RequiredName('Last name is required', { example: 'Reyes' })
  lastName!: string;

  @ClearableName('Reyes HVAC', 'The name of the account.')
  company?: string | null;

  @ApiProperty({ format: 'email', description: 'Case-insensitive.', example: 'dana@reyes-hvac.example' })
  @Email('Please enter a valid email address')
  email!: string;

  @Password()
  password!: string;

  @ApiPropertyOptional({
    description: 'Web app page to open after signing in. Other values are treated as /.',
    example: '/',
  })
  @IsOptional()
  @IsString({ message: 'This must be a path.' })
  @MaxLength(MAX_RETURN_TO_LENGTH, { message: `Use ${MAX_RETURN_TO_LENGTH} characters or fewer.` })
  returnTo?: string;
}

export class SignUpResultDto extends FieldsType({
  message: text({
    description: 'What to do next. If addresses must be confirmed, the text is the same for every address.',
    example: 'Check your email for a link to confirm your address.',
  }),
}) {}

export class ConfirmSignUpDto {
  @LinkToken('Token from the link in the email.', 'Open the link in the email again.')
  token!: string;

  @ApiProperty({
    format: 'password',
    description: 'The password chosen at sign-up. Proves that the same person is finishing it.',
    maxLength: MAX_PASSWORD_LENGTH,
    example: 'four quiet copper kettles',
  })
  @Length(1, MAX_PASSWORD_LENGTH, { message: 'Enter your password.' })
  password!: string;
}
