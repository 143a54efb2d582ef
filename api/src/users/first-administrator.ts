import type { UnitOfWork } from '@ringwell/database/unit-of-work';
import { AppError } from '@ringwell/domain/app-error';
import { hashPassword } from '@ringwell/platform/crypto/password';

import { newReadablePassword } from './readable-password';

export interface FirstAdministratorSettings {
  email: string;
  /** Unset: one is made. */
  password?: string;
}

export type FirstAdministrator =
  | { created: false; email: string | null }
  /** `password` only when it was made here: this is the one time it can be seen. */
  | { created: true; email: string | null; password: string | null };

/**
 * Makes the administrator that every installation starts with. While there is one, whoever it is, nothing is made or changed.
 * Several machines may do this at once.
 * @throws AppError `EMAIL_TAKEN` when the address belongs to somebody who is no administrator
 */
export async function createFirstAdministrator(
  unitOfWork: UnitOfWork,
  settings: FirstAdministratorSettings,
): Promise<FirstAdministrator> {
  const password = settings.password ?? newReadablePassword();
  return unitOfWork.run(async ({ users }) => {
    await users.lockAdministrators();
    const existing = await users.findFirstAdministrator();
    if (existing) return { created: false, email: existing.email };
    if (await users.findByEmail(settings.email)) {
      throw new AppError({
        kind: 'conflict',
        code: 'EMAIL_TAKEN',
        message: `There is no administrator, and ${settings.email} belongs to a user who is none. Set ADMIN_EMAIL to another address.`,
      });
    }
    const { email } = await users.create({
      email: settings.email,
      role: 'admin',
      status: 'active',
      activatedAt: new Date(),
      passwordHash: await hashPassword(password),
    });
    return { created: true, email, password: settings.password === undefined ? password : null };
  });
}
