import { hashPassword, verifyPassword } from './password';

describe('passwords', () => {
  it('hashes with Argon2id, 19 MiB, two passes, and a random salt', async () => {
    const [first, second] = await Promise.all([hashPassword('correct horse'), hashPassword('correct horse')]);
    expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(second).not.toBe(first);
  });

  it('accepts only the same password', async () => {
    const hash = await hashPassword('correct horse');
    await expect(verifyPassword(hash, 'correct horse')).resolves.toBe(true);
    await expect(verifyPassword(hash, 'Correct horse')).resolves.toBe(false);
    await expect(verifyPassword(hash, '')).resolves.toBe(false);
  });

  it('rejects every password for an account without a password', async () => {
    await expect(verifyPassword(null, '')).resolves.toBe(false);
    await expect(verifyPassword(undefined, 'correct horse')).resolves.toBe(false);
  });
});
