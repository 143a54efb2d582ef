import { randomBytes, randomInt } from 'node:crypto';

import { hashRaw } from '@node-rs/argon2';

import { PASSWORD_HASHING } from './password';

// Crockford's base32, which omits letters that look like digits.
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const LENGTH = 10;
const SALT_BYTES = 16;

const CODE = new RegExp(`^[${ALPHABET}]{${LENGTH}}$`);

/** A user's stored recovery codes. They share one salt, so checking a code takes one hash. */
export interface HashedCodes {
  /** In base64url. */
  salt: string;
  hashes: string[];
}

/** Generates codes of 50 random bits, such as `x7k2m-9qr4t`. */
export function generateRecoveryCodes(count: number): string[] {
  const randomSymbols = (length: number): string =>
    Array.from({ length }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
  return Array.from({ length: count }, () => `${randomSymbols(LENGTH / 2)}-${randomSymbols(LENGTH / 2)}`);
}

/**
 * Normalizes a recovery code that a person typed. Letters that look like digits are read as digits.
 * @returns undefined if it can't be a recovery code
 */
export function parseRecoveryCode(text: string): string | undefined {
  const code = text.toLowerCase().replace(/[\s-]/g, '').replace(/o/g, '0').replace(/[il]/g, '1');
  return CODE.test(code) ? code : undefined;
}

/** @param codes from `generateRecoveryCodes` */
export async function hashRecoveryCodes(codes: readonly string[]): Promise<HashedCodes> {
  const salt = randomBytes(SALT_BYTES).toString('base64url');
  const hashes = await Promise.all(codes.map((code) => hashRecoveryCode(code.replace('-', ''), salt)));
  return { salt, hashes };
}

/** @param code from `parseRecoveryCode` */
export async function hashRecoveryCode(code: string, salt: string): Promise<string> {
  const hash = await hashRaw(code, { ...PASSWORD_HASHING, salt: Buffer.from(salt, 'base64url') });
  return hash.toString('base64url');
}
