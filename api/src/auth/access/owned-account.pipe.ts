import { Injectable, type PipeTransform } from '@nestjs/common';

import { MembersRepository } from '@ringwell/database/accounts/members/members.repository';
import { UsersRepository } from '@ringwell/database/accounts/users.repository';
import { conflict, notFound, type AppError } from '@ringwell/domain/errors/app-error';

import { ApiProblems } from '../../http/problems/problem.dto';
import { IdParam, withDocumentation } from '../../http/request/id-param.decorator';

/**
 * Maps a user's id to the account they own, because administrators refer to accounts by owner.
 * @throws AppError `USER_NOT_FOUND`, `NO_OWN_ACCOUNT`
 */
@Injectable()
export class OwnedAccountPipe implements PipeTransform<string, Promise<string>> {
  constructor(
    private readonly members: MembersRepository,
    private readonly users: UsersRepository,
  ) {}

  async transform(userId: string): Promise<string> {
    const accountId = await this.members.findOwnedAccountId(userId);
    if (accountId !== undefined) return accountId;
    throw (await this.users.findById(userId)) ? noOwnAccount() : userNotFound();
  }
}

/** The id of a user in the path, as the id of the account they own. */
export function OwnedAccountParam(name = 'userId'): ParameterDecorator {
  return withDocumentation(
    IdParam(name, userNotFound, OwnedAccountPipe),
    ApiProblems({ 409: 'The user does not own an account.' }),
  );
}

export function userNotFound(): AppError {
  return notFound('USER_NOT_FOUND', 'User not found. It may have been deleted.');
}

export function noOwnAccount(): AppError {
  return conflict('NO_OWN_ACCOUNT', 'This user does not own an account. Open the user who owns the account instead.');
}
