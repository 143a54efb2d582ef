import { Email } from '../../http/request/email.decorator';
import { LinkToken } from '../email-links/link-token';
import { Password } from './password.decorator';

export class ForgotPasswordDto {
  @Email('Please enter a valid email address')
  email!: string;
}

export class ResetPasswordDto {
  @LinkToken('Open the link in the email again.')
  token!: string;

  @Password()
  newPassword!: string;
}
