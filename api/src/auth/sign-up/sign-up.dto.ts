import { Length } from 'class-validator';

import { Email } from '../../http/request/email.decorator';
import { ClearableName, RequiredName } from '../current-user/name.decorator';
import { LinkToken } from '../email-links/link-token';
import { ReturnTo } from '../pages/return-to.decorator';
import { MAX_PASSWORD_LENGTH, Password } from '../password/password.decorator';

export class SignUpDto {
  @RequiredName('First name is required')
  firstName!: string;

  @RequiredName('Last name is required')
  lastName!: string;

  @ClearableName('Reyes HVAC')
  company?: string | null;

  @Email('Please enter a valid email address')
  email!: string;

  @Password()
  password!: string;

  @ReturnTo()
  returnTo?: string;
}

export class ConfirmSignUpDto {
  @LinkToken('Open the link in the email again.')
  token!: string;

  /** The password chosen at sign-up. Proves that the same person is finishing it. */
  @Length(1, MAX_PASSWORD_LENGTH, { message: 'Enter your password.' })
  password!: string;
}
