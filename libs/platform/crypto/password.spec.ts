import { hashPassword, verifyPassword } from './password';

describe('passwords', () => {
  it('are hashed with Argon2id, 19 MiB, two passes, and a random salt', async () => {
    const [firstHash, secondHash] = await Promise.all([hashPassword('correct horse'), hashPassword('correct horse')]);
    expect(firstHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(secondHash).not.toBe(firstHash);
  });

  it('only match their own hash', async () => {
    const hash = await hashPassword('correct horse');
    await expect(verifyPassword(hash, 'correct horse')).resolves.toBe(true);
    await expect(verifyPassword(hash, 'Correct horse')).resolves.toBe(false);
    await expect(verifyPassword(hash, '')).resolves.toBe(false);
  });

  it('never match an account without a password', async () => {
    await expect(verifyPassword(null, '')).resolves.toBe(false);
    await expect(verifyPassword(undefined, 'correct horse')).resolves.toBe(false);
  });
});
