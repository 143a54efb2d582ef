import { hash, verify, type Options } from '@node-rs/argon2';

/**
 * What the OWASP password storage cheat sheet asks of Argon2id (the library's algorithm when none is named): 19 MiB, two
 * passes, one lane.
 */
const PARAMETERS: Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** The hash in PHC form (`$argon2id$…`): salt and parameters are part of it, so that they can be raised later. */
export async function hashPassword(password: string): Promise<string> {
  return hash(password, PARAMETERS);
}

/**
 * Whether the password belongs to the hash. Somebody without a password (signs in through a provider) never matches, but
 * takes as long, so that the time of an answer does not tell which accounts exist.
 */
export async function verifyPassword(passwordHash: string | null | undefined, password: string): Promise<boolean> {
  if (passwordHash) return verify(passwordHash, password);
  await hash(password, PARAMETERS);
  return false;
}
