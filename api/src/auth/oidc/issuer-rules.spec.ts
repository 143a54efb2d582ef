import { isPlainHttpIssuer } from './issuer-rules';

describe('an issuer over plain http', () => {
  const check = (issuer: string, ...OUTBOUND_ALLOW: string[]): boolean =>
    isPlainHttpIssuer(new URL(issuer), { OUTBOUND_ALLOW });

  it.each(['http://localhost:3001/oidc', 'http://127.0.0.1', 'http://127.8.9.1:80', 'http://[::1]:9000'])(
    'is taken on this machine: %s',
    (issuer) => {
      expect(check(issuer)).toBe(true);
    },
  );

  it('is taken where the operator allows it', () => {
    expect(check('http://keycloak:8080/realms/a', 'keycloak:8080')).toBe(true);
    expect(check('http://keycloak', 'keycloak:80')).toBe(true);
    expect(check('http://10.1.2.3:8080', '10.0.0.0/8')).toBe(true);
  });

  it.each([
    'http://id.example.com',
    'http://keycloak:8081',
    'http://localhost.example.com',
    'http://127.0.0.1.example.com',
  ])('is refused elsewhere: %s', (issuer) => {
    expect(() => check(issuer, 'keycloak:8080')).toThrow('OIDC_ISSUER_URL: must be https');
  });

  it('is not what https is', () => {
    expect(check('https://id.example.com')).toBe(false);
  });
});
