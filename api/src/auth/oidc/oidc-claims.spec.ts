import { isIncomplete, mergeClaims } from './oidc-claims';

describe('the claims of an ID token', () => {
  it.each([
    ['nothing', {}],
    ['no word on whether the address is verified', { email: 'dana@example.com', given_name: 'Dana' }],
    ['no address', { email: null, email_verified: true, given_name: 'Dana' }],
    ['no name', { email: 'dana@example.com', email_verified: false, given_name: null }],
  ])('are incomplete with %s', (_what, claims) => {
    expect(isIncomplete(claims)).toBe(true);
  });

  it.each(['name', 'given_name', 'family_name', 'first_name', 'last_name'])(
    'are complete with a checked address and a %s',
    (name) => {
      expect(isIncomplete({ email: 'dana@example.com', email_verified: false, [name]: 'Dana' })).toBe(false);
    },
  );

  it('go before those of the userinfo endpoint, but for what they leave out', () => {
    expect(
      mergeClaims(
        { sub: '1', given_name: 'Dana', family_name: null },
        { sub: '1', given_name: 'Sam', family_name: 'Reyes' },
      ),
    ).toMatchObject({ sub: '1', given_name: 'Dana', family_name: 'Reyes' });
  });

  it.each([
    [
      'the ID token, which has both',
      { email: 'a@example.com', email_verified: false },
      { email: 'b@example.com', email_verified: true },
      'a@example.com',
      false,
    ],
    [
      'the endpoint, when only it has both',
      { email: 'a@example.com' },
      { email: 'b@example.com', email_verified: true },
      'b@example.com',
      true,
    ],
    [
      'the endpoint, also when it does not say more',
      { email: 'a@example.com' },
      { email: 'b@example.com' },
      'b@example.com',
      undefined,
    ],
    [
      'the endpoint, when only it has an address',
      { email_verified: true },
      { email: 'b@example.com' },
      'b@example.com',
      undefined,
    ],
    [
      'the ID token, when only it has an address',
      { email: 'a@example.com' },
      { email_verified: true },
      'a@example.com',
      undefined,
    ],
  ])('take address and its check from one source: %s', (_what, idToken, userInfo, email, isVerified) => {
    const merged = mergeClaims(idToken, userInfo);
    expect({ email: merged['email'], isVerified: merged['email_verified'] }).toEqual({ email, isVerified });
  });
});
