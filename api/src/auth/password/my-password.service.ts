import { Injectable } from '@nestjs/common';

import { endSessions } from '@ringwell/database/accounts/sign-in/stopped-impersonations';
import { UsersRepository } from '@ringwell/database/accounts/users.repository';
import { UnitOfWork } from '@ringwell/database/unit-of-work';
import { userDisplayName } from '@ringwell/domain/accounts/user-display-name';
import { conflict, type AppError } from '@ringwell/domain/errors/app-error';
import { hashPassword, verifyPassword } from '@ringwell/platform/crypto/password';

import { validationFailed } from '../../http/request/strict-validation.pipe';
import { assertConfirmed } from '../confirmation/assert-confirmed';
import { accountDeleted } from '../current-user/current-user.service';
import type { Caller } from '../principal/caller';
import { requireSid } from '../principal/own-session';
import type { MyPasswordDto } from './my-password.dto';
import { PasswordPolicyService } from './password-policy.service';

@Injectable()
export class MyPasswordService {
  constructor(
    private readonly users: UsersRepository,
    private readonly unitOfWork: UnitOfWork,
    private readonly policy: PasswordPolicyService,
  ) {}

  /**
   * Sets the password and ends the user's other sessions, in case someone else knew the old password.
   * @throws AppError `IMPERSONATING`, `VALIDATION_FAILED` for a missing or wrong current password or a rejected new
   * password, `REAUTHENTICATION_REQUIRED` for a user without a password whose sign-in wasn't confirmed recently,
   * `USER_NOT_FOUND`, `CHANGED_MEANWHILE`
   */
  async change(caller: Caller, { currentPassword, newPassword }: MyPasswordDto): Promise<void> {
    const { userId } = caller;
    const sid = requireSid(caller);
    const user = await this.users.findById(userId);
    if (!user) throw accountDeleted();
    if (user.passwordHash === null) assertConfirmed(caller);
    else await assertCurrentPassword(user.passwordHash, currentPassword);
    const candidate = { field: 'newPassword', password: newPassword, email: user.email };
    await this.policy.assertAcceptable(candidate);
    await this.policy.assertDifferent(candidate, user.passwordHash);
    const passwordHash = await hashPassword(newPassword);
    await this.unitOfWork.run(async (repositories) => {
      const { users, sessions, activity } = repositories;
      const lockedUser = await users.lock(userId);
      // While we were hashing, an administrator may have reset the password or ended this session to lock someone out.
      if (lockedUser?.passwordHash !== user.passwordHash || !(await sessions.find(sid))) throw changedConcurrently();
      await users.update(userId, { passwordHash, mustChangePassword: false });
      await sessions.clearWeakPassword(sid);
      await endSessions(repositories, caller.actor, userId, sid);
      await activity.record(caller.actor, {
        action: 'Password updated',
        description: `${userDisplayName(user)} changed their password.`,
      });
    });
  }
}

async function assertCurrentPassword(passwordHash: string, currentPassword: string | undefined): Promise<void> {
  if (!currentPassword) throw validationFailed([{ field: 'currentPassword', message: 'Enter your current password.' }]);
  if (!(await verifyPassword(passwordHash, currentPassword)))
    throw validationFailed([{ field: 'currentPassword', message: 'Incorrect current password.' }]);
}

export function changedConcurrently(): AppError {
  return conflict(
    'CHANGED_MEANWHILE',
    'Your password was changed, or you were signed out, in the meantime. Reload the page and try again.',
  );
}
