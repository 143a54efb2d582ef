import { randomInt } from 'node:crypto';

import type { UnitOfWork } from '@ringwell/database/unit-of-work';
import { conflict, invalid } from '@ringwell/domain/errors/app-error';
import { hashPassword } from '@ringwell/platform/crypto/password';
import { findPasswordProblem, type PasswordRules } from '@ringwell/platform/crypto/password-strength';

// Omits letters and digits that look alike.
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';
const GROUP_COUNT = 4;
const GROUP_LENGTH = 5;

export interface FirstAdministratorSettings {
  email: string;
  /** Generated if unset. A configured password must be changed at the first sign-in. */
  password?: string;
  rules: Omit<PasswordRules, 'email'>;
}

export type FirstAdministrator =
  | { created: false; email: string | null }
  /** `password` is only set if it was generated, and cannot be retrieved later. */
  | { created: true; email: string | null; password: string | null };

/**
 * Creates the first administrator of an installation. Does nothing if there already is an administrator. Safe to run
 * concurrently.
 * @throws AppError `EMAIL_TAKEN` when the email belongs to a user who isn't an administrator, `VALIDATION_FAILED` when
 * the password is rejected
 */
export async function createFirstAdministrator(
  unitOfWork: UnitOfWork,
  settings: FirstAdministratorSettings,
): Promise<FirstAdministrator> {
  const password = settings.password ?? generatePassword();
  return unitOfWork.run(async ({ users, accounts }) => {
    await users.lockAdministrators();
    const existingAdministrator = await users.findFirstAdministrator();
    if (existingAdministrator) return { created: false, email: existingAdministrator.email };
    await assertAcceptable(password, settings);
    if (await users.findByEmail(settings.email)) {
      throw conflict(
        'EMAIL_TAKEN',
        `${settings.email} already belongs to a user who isn't an administrator. ` +
          'Set ADMIN_EMAIL to another address.',
      );
    }
    const { id, email } = await users.create({
      email: settings.email,
      role: 'admin',
      passwordHash: await hashPassword(password),
      mustChangePassword: settings.password !== undefined,
    });
    await accounts.create(id, { status: 'active', activatedAt: new Date() });
    return { created: true, email, password: settings.password === undefined ? password : null };
  });
}

async function assertAcceptable(password: string, { email, rules }: FirstAdministratorSettings): Promise<void> {
  const problem = await findPasswordProblem(password, { ...rules, email });
  if (problem === undefined) return;
  const message = `ADMIN_PASSWORD can't be used. ${problem.replace(/\.?$/, '.')} Leave it unset to generate one.`;
  throw invalid('VALIDATION_FAILED', message);
}

// Easy to type from a screen: 20 characters in four groups, 99 random bits.
function generatePassword(): string {
  const group = (): string => Array.from({ length: GROUP_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
  return Array.from({ length: GROUP_COUNT }, group).join('-');
}
