import type { IncomingHttpHeaders } from 'node:http';
import type { Socket } from 'node:net';

import { selfSignUp } from './self-sign-up';

const MAIL = { SMTP_URL: 'smtps://mail.example.com' };
const PUBLIC = { PUBLIC_URL: 'https://calls.example.com' };

describe('selfSignUp', () => {
  const resolve = (
    settings: Partial<Parameters<typeof selfSignUp>[0]>,
    remoteAddress = '::ffff:127.0.0.1',
    headers: IncomingHttpHeaders = {},
  ): string =>
    selfSignUp(
      {
        SELF_SIGN_UP: 'auto',
        NODE_ENV: 'production',
        OIDC_ISSUER_URL: undefined,
        SMTP_URL: undefined,
        PUBLIC_URL: undefined,
        ...settings,
      },
      { socket: { remoteAddress } as Socket, headers },
    );

  it.each([
    [{ ...PUBLIC, ...MAIL }, 'confirmed'],
    [PUBLIC, 'off'],
    [{}, 'off'],
    [{ NODE_ENV: 'development' }, 'immediate'],
    [{ PUBLIC_URL: 'http://localhost:3000' }, 'immediate'],
    [{ PUBLIC_URL: 'http://127.0.0.2' }, 'immediate'],
    [{ PUBLIC_URL: 'http://[::1]:3000' }, 'immediate'],
    [{ PUBLIC_URL: 'http://localhost.example.com' }, 'off'],
    [{ ...PUBLIC, SELF_SIGN_UP: 'on' }, 'immediate'],
    [{ ...PUBLIC, ...MAIL, SELF_SIGN_UP: 'on' }, 'confirmed'],
    [{ ...MAIL, NODE_ENV: 'development', SELF_SIGN_UP: 'off' }, 'off'],
    [{ ...MAIL, SELF_SIGN_UP: 'off', OIDC_ISSUER_URL: 'https://id.example.com' }, 'provider'],
  ] as const)('with %j is %s', (settings, expected) => {
    expect(resolve(settings)).toBe(expected);
  });

  it('is off without mail for visitors from other machines, even through a local proxy', () => {
    const development = { NODE_ENV: 'development' } as const;
    expect(resolve(development, '192.0.2.7')).toBe('off');
    expect(resolve(development, '127.0.0.1', { 'x-forwarded-for': '192.0.2.7' })).toBe('off');
    expect(resolve(development, '::1')).toBe('immediate');
    expect(resolve({ ...development, ...MAIL }, '192.0.2.7')).toBe('confirmed');
    expect(resolve({ ...development, SELF_SIGN_UP: 'on' }, '192.0.2.7')).toBe('immediate');
  });
});
