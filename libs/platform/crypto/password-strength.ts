import { MIN_PASSWORD_LENGTH } from '@ringwell/domain/accounts/account-limits';

export interface PasswordRules {
  /** In characters; the product's minimum applies if it's higher. */
  minLength: number;
  email: string | null;
  productName: string;
}

// A longer password may contain a common one.
const MAX_DECORATED_LENGTH = 12;
// Repeating one or two keys is among the first guesses.
const MIN_DISTINCT_CHARACTERS = 4;
const PASSWORD_ADVICE = 'Choose several words that only you would put together.';

/**
 * Returns a sentence that explains why a new password is rejected, or `undefined` if it's acceptable. Follows NIST SP
 * 800-63B-4, 3.1.1.2: length, a list of common passwords, and words related to the user or the product, but no
 * character class rules.
 */
export async function findPasswordProblem(
  password: string,
  { minLength, email, productName }: PasswordRules,
): Promise<string | undefined> {
  const requiredLength = Math.max(minLength, MIN_PASSWORD_LENGTH);
  if (password.length < requiredLength) return `Password must be at least ${requiredLength} characters`;
  const normalized = password.normalize('NFKC').toLowerCase();
  const withoutSpaces = normalized.replaceAll(/\s/g, '');
  const address = email?.toLowerCase() ?? '';
  const localPart = address.split('@')[0] ?? '';
  if (
    withoutSpaces !== '' &&
    [address, localPart].some(
      (emailPart) => emailPart !== '' && (withoutSpaces === emailPart || stripDecoration(withoutSpaces) === emailPart),
    )
  )
    return `Your email address is easy to guess as a password. ${PASSWORD_ADVICE}`;
  if (
    isPattern(withoutSpaces) ||
    stripDecoration(withoutSpaces) === productName.toLowerCase() ||
    (await isCommon(normalized, withoutSpaces))
  )
    return `This password is too common and easy to guess. ${PASSWORD_ADVICE}`;
  return undefined;
}

async function isCommon(normalized: string, withoutSpaces: string): Promise<boolean> {
  const common = await (commonPasswords ??= loadCommonPasswords());
  return (
    common.has(normalized) ||
    common.has(withoutSpaces) ||
    (withoutSpaces.length < MAX_DECORATED_LENGTH && common.has(stripDecoration(withoutSpaces)))
  );
}

// "dragon2024!" is as easy to guess as "dragon".
function stripDecoration(password: string): string {
  return password.replaceAll(/^[\d\p{P}\p{S}]+|[\d\p{P}\p{S}]+$/gu, '');
}

function isPattern(password: string): boolean {
  const codes = Array.from(password, (character) => character.codePointAt(0) ?? 0);
  const differences = new Set(codes.slice(1).map((code, index) => code - (codes[index] ?? 0)));
  return (
    new Set(codes).size < MIN_DISTINCT_CHARACTERS || (differences.size === 1 && Math.abs([...differences][0] ?? 0) <= 1)
  );
}

let commonPasswords: Promise<ReadonlySet<string>> | undefined;

// Unpacking the list takes time and a few megabytes, so it's deferred until the first password is checked.
async function loadCommonPasswords(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set(dictionary['passwords-common']);
}
