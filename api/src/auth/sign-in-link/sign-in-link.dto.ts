import { LinkToken } from '../email-links/link-token';

export class SignInLinkDto {
  @LinkToken('Open the link again.')
  token!: string;
}
