import { hashToken, lastFour, newBearerToken } from './token-hash';

describe('bearer tokens', () => {
  it('are 32 random bytes behind a prefix', () => {
    const tokens = new Set(Array.from({ length: 100 }, newBearerToken));
    expect(tokens.size).toBe(100);
    for (const token of tokens) {
      expect(token).toMatch(/^rw_[\w-]{43}$/);
      expect(Buffer.from(token.slice(3), 'base64url')).toHaveLength(32);
    }
  });

  it('are stored as SHA-256 in hex (FIPS 180 example) and their last four', () => {
    expect(hashToken('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
    expect(lastFour('rw_abcdefgh')).toBe('efgh');
  });
});
