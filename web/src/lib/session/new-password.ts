import * as z from 'zod/mini';

/** Checks the length of a new password. The API also rejects easily guessed passwords. */
export function newPasswordSchema(minLength: number): ReturnType<typeof z.string> {
  return z.string().check(z.minLength(minLength, `Password must be at least ${minLength} characters`));
}
