import { hashRecoveryCode, hashRecoveryCodes, generateRecoveryCodes, parseRecoveryCode } from './recovery-code';

describe('recovery codes', () => {
  it('are distinct, and hashed with a new salt each time', async () => {
    const codes = generateRecoveryCodes(10);
    expect(new Set(codes).size).toBe(10);
    for (const code of codes) expect(code).toMatch(/^[0-9a-hjkmnp-tv-z]{5}-[0-9a-hjkmnp-tv-z]{5}$/);
    const { salt, hashes } = await hashRecoveryCodes(codes.slice(0, 2));
    const secondSet = await hashRecoveryCodes(codes.slice(0, 2));
    expect(hashes).not.toEqual(secondSet.hashes);
    expect(await hashRecoveryCode(parseRecoveryCode(codes[1] ?? '') ?? '', salt)).toBe(hashes[1]);
  });

  it.each([
    ['x7k2m-9qr4t', 'x7k2m9qr4t'],
    [' X7K2M 9QR4T ', 'x7k2m9qr4t'],
    ['oO1lI-00000', '0011100000'],
    ['x7k2m-9qr4', undefined],
    ['x7k2m-9qr4u', undefined],
    ['123456', undefined],
    ['', undefined],
  ])('are normalized as people type them: %j', (text, code) => {
    expect(parseRecoveryCode(text)).toBe(code);
  });
});
