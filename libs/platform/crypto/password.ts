import { hash, verify, type Options } from '@node-rs/argon2';

// The OWASP password storage cheat sheet's minimum for Argon2id, the library's default algorithm: 19 MiB, 2 passes, 1
// lane.
export const PASSWORD_HASHING: Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export async function hashPassword(password: string): Promise<string> {
  return hash(password, PASSWORD_HASHING);
}

/**
 * Whether the password matches the hash. Without a hash (an account that signs in through a provider) it never matches,
 * but the check takes just as long, so that response times don't reveal which accounts exist.
 */
export async function verifyPassword(passwordHash: string | null | undefined, password: string): Promise<boolean> {
  if (passwordHash) return verify(passwordHash, password);
  await hash(password, PASSWORD_HASHING);
  return false;
}
