import type { Claims } from './oidc-claims';
import { readProfile as profileFrom, type OidcProfile } from './oidc-profile';

const REPLIT_ISSUER = 'https://replit.com/oidc';

describe('readProfile', () => {
  const readProfile = (claims: Claims, issuer = 'https://id.example.com'): OidcProfile =>
    profileFrom({ issuer, claims });

  it("reads Replit's claims", () => {
    expect(
      readProfile(
        {
          sub: '1',
          email: 'Dana@Example.com',
          first_name: 'Dana',
          last_name: 'Reyes',
          profile_image_url: 'https://images.example.com/d.png',
        },
        REPLIT_ISSUER,
      ),
    ).toEqual({
      email: 'dana@example.com',
      isEmailVerified: false,
      firstName: 'Dana',
      lastName: 'Reyes',
      profileImageUrl: 'https://images.example.com/d.png',
    });
  });

  it.each([
    ['true', 'dana@example.com'],
    ['True', 'dana@example.com'],
    ['false', null],
    ['yes', null],
    [1, null],
    [['true'], null],
  ])('reads email_verified: %j', (isVerified, email) => {
    expect(readProfile({ email: 'dana@example.com', email_verified: isVerified }).email).toBe(email);
  });

  it('reads the standard claims', () => {
    expect(
      readProfile({
        email: 'dana@example.com',
        email_verified: true,
        given_name: 'Dana',
        family_name: 'Reyes',
        name: 'Someone Else',
        picture: 'https://images.example.com/d.png',
      }),
    ).toEqual({
      email: 'dana@example.com',
      isEmailVerified: true,
      firstName: 'Dana',
      lastName: 'Reyes',
      profileImageUrl: 'https://images.example.com/d.png',
    });
  });

  it.each<[string, Claims, string | undefined, string | null]>([
    ['is verified', { email_verified: true }, undefined, 'dana@example.com'],
    ['is not verified', { email_verified: false }, undefined, null],
    ['has no email_verified claim', {}, undefined, null],
    ['comes from Replit without email_verified', {}, REPLIT_ISSUER, 'dana@example.com'],
    ['comes from Replit with email_verified null', { email_verified: null }, REPLIT_ISSUER, 'dana@example.com'],
    ['comes from Replit with email_verified false', { email_verified: false }, REPLIT_ISSUER, null],
    ['comes from a host that looks like Replit', {}, 'https://replit.com.example.com/oidc', null],
  ])('keeps an email only when the provider vouches for it: one that %s', (_case, claims, issuer, email) => {
    expect(readProfile({ email: 'dana@example.com', ...claims }, issuer)).toMatchObject({
      email,
      isEmailVerified: claims['email_verified'] === true,
    });
  });

  it('splits the full name if first and last name are missing', () => {
    expect(readProfile({ name: ' Dana  de la Reyes ' })).toMatchObject({ firstName: 'Dana', lastName: 'de la Reyes' });
    expect(readProfile({ name: 'Dana' })).toMatchObject({ firstName: 'Dana', lastName: null });
  });

  it('treats missing, null and unusable claims as absent', () => {
    const emptyProfile = {
      email: null,
      isEmailVerified: false,
      firstName: null,
      lastName: null,
      profileImageUrl: null,
    };
    expect(readProfile({})).toEqual(emptyProfile);
    expect(readProfile({ email: null, first_name: null, last_name: null, profile_image_url: null })).toEqual(
      emptyProfile,
    );
    expect(
      readProfile({ email: 'nobody', first_name: 'a\0b', last_name: 7, picture: 'javascript:alert(1)' }, REPLIT_ISSUER),
    ).toEqual(emptyProfile);
    expect(
      readProfile(
        { email: `${'a'.repeat(320)}@example.com`, first_name: 'a'.repeat(101), picture: 'http://images.example.com' },
        REPLIT_ISSUER,
      ),
    ).toEqual(emptyProfile);
  });
});
