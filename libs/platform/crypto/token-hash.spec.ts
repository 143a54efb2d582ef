import { hashToken, getLastFour, generateBearerToken } from './token-hash';

describe('bearer tokens', () => {
  it('consist of a prefix and 32 random bytes', () => {
    const tokens = new Set(Array.from({ length: 100 }, generateBearerToken));
    expect(tokens.size).toBe(100);
    for (const token of tokens) {
      expect(token).toMatch(/^rw_[\w-]{43}$/);
      expect(Buffer.from(token.slice(3), 'base64url')).toHaveLength(32);
    }
  });

  it('are stored as their SHA-256 in hex (FIPS 180 example) and last four characters', () => {
    expect(hashToken('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
    expect(getLastFour('rw_abcdefgh')).toBe('efgh');
  });
});
