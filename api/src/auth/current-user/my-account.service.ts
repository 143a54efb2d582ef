import { Injectable } from '@nestjs/common';

import type { Actor } from '@ringwell/database/accounts/activity.repository';
import type { User } from '@ringwell/database/accounts/user.entity';
import { UnitOfWork } from '@ringwell/database/unit-of-work';
import { AppError } from '@ringwell/domain/app-error';
import { userDisplayName } from '@ringwell/domain/user-display-name';

import { nothingToChange } from '../../http/problems/nothing-to-change';
import { ownSid } from '../own-session';
import type { Principal } from '../principal';
import type { MyAccountDto } from './my-account.dto';

@Injectable()
export class MyAccountService {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /** @throws AppError `IMPERSONATING`, `NOTHING_TO_CHANGE`, `USER_NOT_FOUND` */
  async update(principal: Principal, { firstName, lastName, company }: MyAccountDto, actor: Actor): Promise<User> {
    ownSid(principal);
    const given = Object.entries({ firstName, lastName, company }).filter(([, value]) => value !== undefined);
    if (given.length === 0) throw nothingToChange();
    return await this.unitOfWork.run(async ({ users, activity }) => {
      const user = await users.lock(principal.userId);
      if (!user) throw accountDeleted();
      const changed = { ...user, ...Object.fromEntries(given) };
      await users.update(user.id, Object.fromEntries(given));
      await activity.record(actor, {
        action: 'User updated',
        description: `${userDisplayName(changed)} changed their own ${given.map(([name]) => name).join(', ')}.`,
        metadata: { targetUserId: user.id, changed: given.map(([name]) => name) },
      });
      return changed;
    });
  }
}

export function accountDeleted(): AppError {
  return new AppError({ kind: 'not_found', code: 'USER_NOT_FOUND', message: 'This account has just been deleted.' });
}
