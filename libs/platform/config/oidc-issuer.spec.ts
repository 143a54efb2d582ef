import { isIssuerProtected } from './oidc-issuer';

describe('isIssuerProtected', () => {
  const isProtected = (issuer: string, ...OUTBOUND_ALLOW: string[]): boolean =>
    isIssuerProtected(issuer, OUTBOUND_ALLOW);

  it.each(['http://localhost:3001/oidc', 'http://127.0.0.1', 'http://127.8.9.1:80', 'http://[::1]:9000'])(
    'allows plain http on loopback: %s',
    (issuer) => {
      expect(isProtected(issuer)).toBe(true);
    },
  );

  it('allows plain http for hosts in OUTBOUND_ALLOW', () => {
    expect(isProtected('http://keycloak:8080/realms/a', 'keycloak:8080')).toBe(true);
    expect(isProtected('http://keycloak', 'keycloak:80')).toBe(true);
    expect(isProtected('http://10.1.2.3:8080', '10.0.0.0/8')).toBe(true);
  });

  it.each([
    'http://id.example.com',
    'http://keycloak:8081',
    'http://localhost.example.com',
    'http://127.0.0.1.example.com',
    'http://keycloak.localhost:3001',
  ])('rejects plain http elsewhere: %s', (issuer) => {
    expect(isProtected(issuer, 'keycloak:8080')).toBe(false);
  });

  it('allows https', () => {
    expect(isProtected('https://id.example.com')).toBe(true);
  });
});
