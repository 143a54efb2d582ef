import { signInProvider } from './sign-in-provider';

describe('signInProvider', () => {
  it.each([
    ['email without a provider', {}, { name: 'email', kind: 'local' }],
    ['Replit for its issuer', { OIDC_ISSUER_URL: 'https://replit.com/oidc' }, { name: 'Replit', kind: 'oidc' }],
    [
      'the host of another issuer',
      { OIDC_ISSUER_URL: 'https://id.example.com:8443/realms/a' },
      { name: 'id.example.com', kind: 'oidc' },
    ],
    [
      'the host of a Replit lookalike',
      { OIDC_ISSUER_URL: 'https://replit.com.example.com' },
      { name: 'replit.com.example.com', kind: 'oidc' },
    ],
    [
      'the name in the settings',
      { OIDC_ISSUER_URL: 'https://replit.com/oidc', AUTH_PROVIDER_NAME: 'Acme' },
      { name: 'Acme', kind: 'oidc' },
    ],
  ])('returns %s', (_case, settings, expected) => {
    expect(signInProvider({ AUTH_PROVIDER_NAME: undefined, OIDC_ISSUER_URL: undefined, ...settings })).toEqual(
      expected,
    );
  });
});
