import { LinkToken } from '../email-links/link-token';

export class SignInLinkDto {
  @LinkToken('Token from the link.', 'Open the link again.')
  token!: string;
}
