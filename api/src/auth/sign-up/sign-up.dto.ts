import { IsOptional, IsString, Length, MaxLength } from 'class-validator';

import { Email } from '../../http/request/email.decorator';
import { ClearableName, RequiredName } from '../current-user/name.decorator';
import { LinkToken } from '../email-links/link-token';
import { MAX_PASSWORD_LENGTH, Password } from '../password/password.decorator';

const MAX_RETURN_TO_LENGTH = 2_000;

export class SignUpDto {
  @RequiredName('First name is required')
  firstName!: string;

  @RequiredName('Last name is required')
  lastName!: string;

  @ClearableName('Reyes HVAC', 'The name of the account.')
  company?: string | null;

  @Email('Please enter a valid email address')
  email!: string;

  @Password()
  password!: string;

  /** The web app's page to open after signing in. Other values are treated as /. */
  @IsOptional()
  @IsString({ message: 'This must be a path.' })
  @MaxLength(MAX_RETURN_TO_LENGTH, { message: `Use ${MAX_RETURN_TO_LENGTH} characters or fewer.` })
  returnTo?: string;
}

export class ConfirmSignUpDto {
  @LinkToken('Open the link in the email again.')
  token!: string;

  /** The password chosen at sign-up. Proves that the same person is finishing it. */
  @Length(1, MAX_PASSWORD_LENGTH, { message: 'Enter your password.' })
  password!: string;
}
