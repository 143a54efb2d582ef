import { loadConfig } from '@ringwell/platform/config/load-config';

import { OidcClient } from './oidc-client';

describe('the client of a sign-in provider', () => {
  const key = Buffer.alloc(32, 1).toString('base64');
  const clientOf = (settings: Record<string, string>): OidcClient =>
    new OidcClient(
      loadConfig({
        DATABASE_URL: 'postgres://localhost/none',
        REDIS_URL: 'redis://localhost',
        SECRETS_KEY: key,
        SESSION_KEY: key,
        PUBLIC_URL: 'https://calls.example.com',
        ...settings,
      }),
    );

  it('is off without an issuer', () => {
    expect(clientOf({}).isOn).toBe(false);
  });

  it('does not start with an issuer over plain http, unless it is on this machine', () => {
    expect(() => clientOf({ OIDC_ISSUER_URL: 'http://id.example.com', OIDC_CLIENT_ID: 'x' })).toThrow(
      'OIDC_ISSUER_URL: must be https',
    );
    expect(clientOf({ OIDC_ISSUER_URL: 'http://127.0.0.1:3001', OIDC_CLIENT_ID: 'x' }).isOn).toBe(true);
  });
});
