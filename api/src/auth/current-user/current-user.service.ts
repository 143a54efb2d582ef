import { Inject, Injectable } from '@nestjs/common';

import { AccountsRepository } from '@ringwell/database/accounts/accounts.repository';
import { MembersRepository, type Membership } from '@ringwell/database/accounts/members/members.repository';
import { SecondFactorsRepository } from '@ringwell/database/accounts/sign-in/second-factors.repository';
import type { User } from '@ringwell/database/accounts/user.entity';
import { UsersRepository } from '@ringwell/database/accounts/users.repository';
import { notFound, type AppError } from '@ringwell/domain/errors/app-error';
import { CONFIG, type Config } from '@ringwell/platform/config/config.module';

import { findRequiredStep } from '../access/required-step';
import type { Principal } from '../principal/principal';
import type { SignInUser } from '../sign-in/signed-in';
import { toCurrentUserView, type CurrentUserView } from './current-user-view';
import type { CurrentUserDto } from './current-user.dto';

@Injectable()
export class CurrentUserService {
  constructor(
    private readonly users: UsersRepository,
    private readonly accounts: AccountsRepository,
    private readonly members: MembersRepository,
    private readonly secondFactors: SecondFactorsRepository,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** @throws AppError `USER_NOT_FOUND` */
  async get({ userId, accountId, memberRole, role, credential }: Principal): Promise<CurrentUserDto> {
    const user = await this.users.findById(userId);
    if (!user) throw accountDeleted();
    const session = credential.kind === 'session' ? credential : null;
    const isImpersonated = session !== null && session.impersonator !== null;
    return {
      ...(await this.buildView(user, { accountId, role: memberRole })),
      role, // always `user` during impersonation
      isImpersonated,
      requiredStep: session?.requiredStep ?? null,
      hasWeakPassword: session !== null && session.hasWeakPassword && !isImpersonated,
    };
  }

  /** Returns a user who has just signed in with a password. @throws AppError `USER_NOT_FOUND` */
  async getAfterSignIn({ user, hasWeakPassword }: SignInUser): Promise<CurrentUserDto> {
    const [membership] = await this.members.listAccounts(user.id);
    if (!membership) throw accountDeleted();
    const { role, mustChangePassword } = user;
    const isUnprotectedAdministrator = role === 'admin' && !(await this.secondFactors.isRequired(user.id));
    const requiredStep = findRequiredStep({ mustChangePassword, isUnprotectedAdministrator }, this.config);
    return { ...(await this.buildView(user, membership)), requiredStep, hasWeakPassword };
  }

  private async buildView(
    user: User,
    { accountId, role: memberRole }: Pick<Membership, 'accountId' | 'role'>,
  ): Promise<CurrentUserView> {
    const account = await this.accounts.findDetails(accountId);
    if (!account) throw accountDeleted();
    return toCurrentUserView(user, account, memberRole);
  }
}

export function accountDeleted(): AppError {
  return notFound('USER_NOT_FOUND', 'This account has just been deleted.');
}
