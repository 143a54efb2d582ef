import { isEmailAddress, normalizeEmail } from '@ringwell/domain/text/email-address';

import { isReplit } from '../provider/sign-in-provider';
import type { OidcIdentity } from './oidc-client';

export interface OidcProfile {
  /** Null if the provider doesn't vouch for it, because the address may belong to someone else. */
  email: string | null;
  isEmailVerified: boolean;
  firstName: string | null;
  lastName: string | null;
  profileImageUrl: string | null;
}

const MAX_NAME_LENGTH = 100;
const MAX_EMAIL_LENGTH = 320;
const MAX_URL_LENGTH = 2_000;

/**
 * Reads the standard claims (OpenID Connect Core, section 5.1) and Replit's claims (`first_name`, `last_name`,
 * `profile_image_url`). Unusable claims are treated as missing. So are unverified emails, because anyone could enter
 * someone else's address at the provider. Replit verifies addresses but doesn't send `email_verified`, so its emails
 * are trusted unless the claim is `false`.
 */
export function readProfile({ issuer, claims }: Pick<OidcIdentity, 'issuer' | 'claims'>): OidcProfile {
  const email = normalizeEmail(readText(claims['email'], MAX_EMAIL_LENGTH) ?? '');
  const claim = claims['email_verified'];
  // Cognito and Apple send the claim as text.
  const isEmailVerified = claim === true || (typeof claim === 'string' && /^true$/i.test(claim));
  const isTrusted = isEmailVerified || (isReplit(issuer) && (claims['email_verified'] ?? null) === null);
  const [firstWord = null, ...otherWords] = readText(claims['name'], 2 * MAX_NAME_LENGTH)?.split(/\s+/) ?? [];
  const firstName = readName(claims['first_name']) ?? readName(claims['given_name']);
  const lastName = readName(claims['last_name']) ?? readName(claims['family_name']);
  const hasNames = firstName !== null || lastName !== null;
  return {
    email: isTrusted && isEmailAddress(email) ? email : null,
    isEmailVerified,
    firstName: hasNames ? firstName : readName(firstWord),
    lastName: hasNames ? lastName : readName(otherWords.join(' ')),
    profileImageUrl: readImageUrl(claims['profile_image_url']) ?? readImageUrl(claims['picture']),
  };
}

function readName(value: unknown): string | null {
  return readText(value, MAX_NAME_LENGTH);
}

function readImageUrl(value: unknown): string | null {
  const url = readText(value, MAX_URL_LENGTH);
  return url !== null && URL.canParse(url) && new URL(url).protocol === 'https:' ? url : null;
}

function readText(value: unknown, maxLength: number): string | null {
  const trimmed = typeof value === 'string' ? value.trim() : '';
  return trimmed !== '' && trimmed.length <= maxLength && !/[\p{Cc}\p{Surrogate}]/u.test(trimmed) ? trimmed : null;
}
