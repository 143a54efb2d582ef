import { isTotpCode, generateTotpSecret, totpUri, verifyTotp } from './totp';

// RFC 6238, appendix B: the secret in base32, and codes for SHA-1, whose last six digits are used here.
const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

describe('TOTP', () => {
  it.each([
    [59, '287082', 1],
    [1_111_111_109, '081804', 37_037_036],
    [1_234_567_890, '005924', 41_152_263],
    [20_000_000_000, '353130', 666_666_666],
  ])("accepts RFC 6238's code at %i s", (seconds, code, counter) => {
    expect(verifyTotp(SECRET, code, seconds * 1_000)).toBe(counter);
  });

  it('accepts a code up to one step early or late, and returns its step', () => {
    const verifyAt = (seconds: number): number | undefined => verifyTotp(SECRET, '287082', seconds * 1_000);
    expect([
      verifyAt(0),
      verifyAt(29),
      verifyAt(30),
      verifyAt(60),
      verifyAt(89),
      verifyAt(90),
      verifyAt(1_000),
    ]).toEqual([1, 1, 1, 1, 1, undefined, undefined]);
    for (const code of ['', '28708', '2870820', '28708a', '-87082', '２８７０８２'])
      expect([code, isTotpCode(code), verifyTotp(SECRET, code, 59_000)]).toEqual([code, false, undefined]);
  });

  it('creates 160-bit secrets and the URI that apps read', () => {
    const secret = generateTotpSecret();
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(generateTotpSecret()).not.toBe(secret);
    expect(totpUri(SECRET, { issuer: 'Ring & Co', label: 'dana@reyes-hvac.example' })).toBe(
      `otpauth://totp/Ring%20%26%20Co:dana%40reyes-hvac.example?issuer=Ring%20%26%20Co&secret=${SECRET}&algorithm=SHA1&digits=6&period=30`,
    );
  });
});
