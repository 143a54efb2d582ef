import { Injectable } from '@nestjs/common';

import type { Actor } from '@ringwell/database/accounts/security/activity.repository';
import { UnitOfWork } from '@ringwell/database/unit-of-work';
import { includesRole } from '@ringwell/domain/accounts/member-role';
import { userDisplayName } from '@ringwell/domain/accounts/user-display-name';
import { fieldLabel } from '@ringwell/domain/text/field-label';

import { nothingToChange } from '../../http/problems/nothing-to-change';
import { roleTooLow } from '../access/role-too-low';
import { requireSid } from '../principal/own-session';
import type { Principal } from '../principal/principal';
import { accountDeleted } from './current-user.service';
import type { MyAccountDto } from './my-account.dto';

@Injectable()
export class MyAccountService {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /** @throws AppError `IMPERSONATING`, `ROLE_TOO_LOW`, `NOTHING_TO_CHANGE`, `USER_NOT_FOUND` */
  async update(principal: Principal, { firstName, lastName, company }: MyAccountDto, actor: Actor): Promise<void> {
    requireSid(principal);
    if (company !== undefined && !includesRole(principal.memberRole, 'manager')) throw roleTooLow('manager');
    const names = omitUndefined({ firstName, lastName });
    const changedFields = [...Object.keys(names), ...Object.keys(omitUndefined({ company }))];
    if (changedFields.length === 0) throw nothingToChange();
    await this.unitOfWork.run(async ({ users, accounts, activity }) => {
      const user = await users.lock(principal.userId);
      if (!user) throw accountDeleted();
      if (Object.keys(names).length > 0) await users.update(user.id, names);
      if (company !== undefined) await accounts.update(principal.accountId, { company });
      await activity.record(actor, {
        action: 'User updated',
        description: `${userDisplayName({ ...user, ...names })} changed their own ${changedFields.map(fieldLabel).join(', ')}.`,
        ...(company !== undefined && { accountId: principal.accountId }),
        metadata: { targetUserId: user.id, changed: changedFields },
      });
    });
  }
}

function omitUndefined<T extends object>(fields: T): Partial<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<T>;
}
