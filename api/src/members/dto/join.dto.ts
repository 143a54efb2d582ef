import { RequiredName } from '../../auth/current-user/name.decorator';
import { LinkToken } from '../../auth/email-links/link-token';
import { Password } from '../../auth/password/password.decorator';

/** Body for signed-in users. */
export class AcceptInvitationDto {
  @LinkToken('Token from the link.', 'Open the link again.')
  token!: string;
}

/** Body for people without an account. */
export class JoinDto extends AcceptInvitationDto {
  @RequiredName('First name is required', { required: false, example: 'Paul' })
  firstName!: string;

  @RequiredName('Last name is required', { required: false, example: 'Ruiz' })
  lastName!: string;

  @Password({ required: false })
  password!: string;
}
