import { boolean, dateTime, FieldsType, oneOf, text, uuid } from '../../http/response/dto-fields';

export class MySessionDto extends FieldsType({
  id: uuid({ example: '0b0c3c0e-6d0e-4a39-9a4b-0f6b8f5d9c11' }),
  isCurrent: boolean({ description: 'Whether this session made the request.', example: true }),
  signedInWith: oneOf(['password', 'passkey', 'oidc', 'link'], {
    description:
      'passkey: without the password. oidc: through the sign-in provider. link: with a link created by the operator.',
    example: 'password',
  }),
  ipAddress: text({ nullable: true, description: 'The IP address used to sign in.', example: '203.0.113.7' }),
  userAgent: text({
    nullable: true,
    description: 'The browser used to sign in.',
    example: 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.1 Safari/605.1.15',
  }),
  createdAt: dateTime({ example: '2026-03-30T09:00:00.000Z' }),
  lastUsedAt: dateTime({ description: 'Accurate to one minute.', example: '2026-03-31T14:05:00.000Z' }),
}) {}
