import { Injectable } from '@nestjs/common';

import { AccountsRepository } from '@ringwell/database/accounts/accounts.repository';
import { MembersRepository, type Membership } from '@ringwell/database/accounts/members.repository';
import type { User } from '@ringwell/database/accounts/user.entity';
import { UsersRepository } from '@ringwell/database/accounts/users.repository';
import { AppError } from '@ringwell/domain/app-error';

import type { Principal } from '../principal';
import { toCurrentUser } from './current-user-view';
import type { CurrentUserDto } from './current-user.dto';

/** The signed-in user, with the account that they work on. */
@Injectable()
export class CurrentUserService {
  constructor(
    private readonly users: UsersRepository,
    private readonly accounts: AccountsRepository,
    private readonly members: MembersRepository,
  ) {}

  /** @throws AppError `USER_NOT_FOUND` */
  async of({ userId, accountId, memberRole, role, credential }: Principal): Promise<CurrentUserDto> {
    const user = await this.users.findById(userId);
    if (!user) throw accountDeleted();
    const isImpersonated = credential.kind === 'session' && credential.impersonator !== null;
    return { ...(await this.view(user, { accountId, role: memberRole })), role, isImpersonated }; // the role is `user` then
  }

  /** Someone who has just signed in. @throws AppError `USER_NOT_FOUND` */
  async afterSignIn(user: User): Promise<CurrentUserDto> {
    const [preferred] = await this.members.listAccounts(user.id);
    if (!preferred) throw accountDeleted();
    return this.view(user, preferred);
  }

  private async view(
    user: User,
    { accountId, role: memberRole }: Pick<Membership, 'accountId' | 'role'>,
  ): Promise<CurrentUserDto> {
    const [account, owner, settings] = await Promise.all([
      this.accounts.findById(accountId),
      this.accounts.findOwner(accountId),
      this.accounts.findSettings(accountId),
    ]);
    if (!account || !owner) throw accountDeleted();
    return toCurrentUser(user, { account, owner, memberRole }, settings);
  }
}

export function accountDeleted(): AppError {
  return new AppError({ kind: 'not_found', code: 'USER_NOT_FOUND', message: 'This account has just been deleted.' });
}
