import { loadConfig } from '@ringwell/platform/config/load-config';

import { OidcClient } from './oidc-client';

describe('OidcClient', () => {
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
    expect(clientOf({}).isEnabled).toBe(false);
  });

  it('refuses a plain http issuer except on loopback', () => {
    expect(() => clientOf({ OIDC_ISSUER_URL: 'http://id.example.com', OIDC_CLIENT_ID: 'x' })).toThrow(
      'OIDC_ISSUER_URL: must be https',
    );
    expect(clientOf({ OIDC_ISSUER_URL: 'http://127.0.0.1:3001', OIDC_CLIENT_ID: 'x' }).isEnabled).toBe(true);
  });
});
