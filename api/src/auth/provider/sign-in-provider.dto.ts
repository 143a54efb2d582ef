import { FieldsType, oneOf, text } from '../../http/response/dto-fields';

export class SignInProviderDto extends FieldsType({
  name: text({ description: 'Name for the button "Sign in with {name}".', example: 'Replit' }),
  kind: oneOf(['oidc', 'local'], {
    description: 'Whether GET /api/login redirects to a sign-in provider (oidc) or shows a password page (local).',
    example: 'oidc',
  }),
  localUrl: text({
    nullable: true,
    description: 'Password sign-in page; null if password sign-in is disabled.',
    example: '/api/login/local',
  }),
  signUp: oneOf(['provider', 'password', 'off'], {
    description:
      'How visitors get a demo account: by signing in with the provider, with a password at /api/sign-up, or only from ' +
      'an administrator (off).',
    example: 'provider',
  }),
}) {}
