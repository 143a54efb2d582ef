import { isIncomplete, mergeClaims } from './oidc-claims';

describe('ID token claims', () => {
  it.each([
    ['nothing', {}],
    ['no claim about whether the address is verified', { email: 'dana@example.com', given_name: 'Dana' }],
    ['no address', { email: null, email_verified: true, given_name: 'Dana' }],
    ['no name', { email: 'dana@example.com', email_verified: false, given_name: null }],
  ])('are incomplete with %s', (_case, claims) => {
    expect(isIncomplete(claims)).toBe(true);
  });

  it.each(['name', 'given_name', 'family_name', 'first_name', 'last_name'])(
    'are complete with an email, its verification and a %s',
    (name) => {
      expect(isIncomplete({ email: 'dana@example.com', email_verified: false, [name]: 'Dana' })).toBe(false);
    },
  );

  it('take precedence over the userinfo response', () => {
    expect(
      mergeClaims(
        { sub: '1', given_name: 'Dana', family_name: null },
        { sub: '1', given_name: 'Sam', family_name: 'Reyes' },
      ),
    ).toMatchObject({ sub: '1', given_name: 'Dana', family_name: 'Reyes' });
  });

  it.each([
    [
      'the ID token when it has both',
      { email: 'a@example.com', email_verified: false },
      { email: 'b@example.com', email_verified: true },
      'a@example.com',
      false,
    ],
    [
      'the userinfo response when only it has both',
      { email: 'a@example.com' },
      { email: 'b@example.com', email_verified: true },
      'b@example.com',
      true,
    ],
    [
      'the userinfo response when neither has both',
      { email: 'a@example.com' },
      { email: 'b@example.com' },
      'b@example.com',
      undefined,
    ],
    [
      'the userinfo response when only it has an email',
      { email_verified: true },
      { email: 'b@example.com' },
      'b@example.com',
      undefined,
    ],
    [
      'the ID token when only it has an email',
      { email: 'a@example.com' },
      { email_verified: true },
      'a@example.com',
      undefined,
    ],
  ])('take the email and its verification from one source: %s', (_case, idToken, userInfo, email, isVerified) => {
    const merged = mergeClaims(idToken, userInfo);
    expect({ email: merged['email'], isVerified: merged['email_verified'] }).toEqual({ email, isVerified });
  });
});
