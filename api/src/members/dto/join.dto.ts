import { RequiredName } from '../../auth/current-user/name.decorator';
import { LinkToken } from '../../auth/email-links/link-token';
import { Password } from '../../auth/password/password.decorator';

/** Form for signed-in users. */
export class AcceptInvitationDto {
  @LinkToken('Open the link again.')
  token!: string;
}

/** Form for people without an account. */
export class JoinDto extends AcceptInvitationDto {
  @RequiredName('First name is required')
  firstName!: string;

  @RequiredName('Last name is required')
  lastName!: string;

  @Password()
  password!: string;
}
