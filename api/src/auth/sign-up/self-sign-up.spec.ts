import type { IncomingHttpHeaders } from 'node:http';
import type { Socket } from 'node:net';

import { getSignUpMode } from './self-sign-up';

const MAIL_SETTINGS = { SMTP_URL: 'smtps://mail.example.com' };
const PUBLIC_SETTINGS = { PUBLIC_URL: 'https://calls.example.com' };

describe('getSignUpMode', () => {
  const resolveMode = (
    settings: Partial<Parameters<typeof getSignUpMode>[0]>,
    remoteAddress = '::ffff:127.0.0.1',
    headers: IncomingHttpHeaders = {},
  ): string =>
    getSignUpMode(
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
    [{ ...PUBLIC_SETTINGS, ...MAIL_SETTINGS }, 'confirmed'],
    [PUBLIC_SETTINGS, 'off'],
    [{}, 'off'],
    [{ NODE_ENV: 'development' }, 'immediate'],
    [{ PUBLIC_URL: 'http://localhost:3000' }, 'immediate'],
    [{ PUBLIC_URL: 'http://127.0.0.2' }, 'immediate'],
    [{ PUBLIC_URL: 'http://[::1]:3000' }, 'immediate'],
    [{ PUBLIC_URL: 'http://localhost.example.com' }, 'off'],
    [{ ...PUBLIC_SETTINGS, SELF_SIGN_UP: 'on' }, 'immediate'],
    [{ ...PUBLIC_SETTINGS, ...MAIL_SETTINGS, SELF_SIGN_UP: 'on' }, 'confirmed'],
    [{ ...MAIL_SETTINGS, NODE_ENV: 'development', SELF_SIGN_UP: 'off' }, 'off'],
    [{ ...MAIL_SETTINGS, SELF_SIGN_UP: 'off', OIDC_ISSUER_URL: 'https://id.example.com' }, 'provider'],
  ] as const)('given %j, returns %s', (settings, expected) => {
    expect(resolveMode(settings)).toBe(expected);
  });

  it('is off without mail for visitors from other machines, even through a local proxy', () => {
    const development = { NODE_ENV: 'development' } as const;
    expect(resolveMode(development, '192.0.2.7')).toBe('off');
    expect(resolveMode(development, '127.0.0.1', { 'x-forwarded-for': '192.0.2.7' })).toBe('off');
    expect(resolveMode(development, '::1')).toBe('immediate');
    expect(resolveMode({ ...development, ...MAIL_SETTINGS }, '192.0.2.7')).toBe('confirmed');
    expect(resolveMode({ ...development, SELF_SIGN_UP: 'on' }, '192.0.2.7')).toBe('immediate');
  });
});
