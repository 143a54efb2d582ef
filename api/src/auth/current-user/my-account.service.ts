import { Injectable } from '@nestjs/common';

import { UnitOfWork } from '@ringwell/database/unit-of-work';
import { includesRole } from '@ringwell/domain/accounts/member-role';
import { userDisplayName } from '@ringwell/domain/accounts/user-display-name';
import { fieldLabel } from '@ringwell/domain/text/field-label';

import { nothingToChange } from '../../http/problems/nothing-to-change';
import { roleTooLow } from '../access/role-too-low';
import type { Caller } from '../principal/caller';
import { requireSid } from '../principal/own-session';
import { accountDeleted } from './current-user.service';
import type { MyAccountDto } from './my-account.dto';

@Injectable()
export class MyAccountService {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /** @throws AppError `IMPERSONATING`, `ROLE_TOO_LOW`, `NOTHING_TO_CHANGE`, `USER_NOT_FOUND` */
  async update(caller: Caller, { firstName, lastName, company }: MyAccountDto): Promise<void> {
    requireSid(caller);
    if (company !== undefined && !includesRole(caller.memberRole, 'manager')) throw roleTooLow('manager');
    const names = omitUndefined({ firstName, lastName });
    const changedFields = [...Object.keys(names), ...Object.keys(omitUndefined({ company }))];
    if (changedFields.length === 0) throw nothingToChange();
    await this.unitOfWork.run(async ({ users, accounts, activity }) => {
      const user = await users.lock(caller.userId);
      if (!user) throw accountDeleted();
      if (Object.keys(names).length > 0) await users.update(user.id, names);
      if (company !== undefined) await accounts.update(caller.accountId, { company });
      await activity.record(caller.actor, {
        action: 'User updated',
        description: `${userDisplayName({ ...user, ...names })} changed their own ${changedFields.map(fieldLabel).join(', ')}.`,
        ...(company !== undefined && { accountId: caller.accountId }),
        metadata: { targetUserId: user.id, changed: changedFields },
      });
    });
  }
}

function omitUndefined<T extends object>(fields: T): Partial<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<T>;
}
