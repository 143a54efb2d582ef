import { Controller, Get, HttpCode, Post } from '@nestjs/common';
import { ApiNoContentResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';

import { MembersRepository } from '@ringwell/database/accounts/members/members.repository';
import { SessionsRepository } from '@ringwell/database/accounts/sign-in/sessions.repository';
import { accountName } from '@ringwell/domain/accounts/account-name';
import { notFound, type AppError } from '@ringwell/domain/errors/app-error';

import { Access } from '../auth/access/access.decorator';
import { Caller } from '../auth/principal/caller';
import { requireSid } from '../auth/principal/own-session';
import { ApiProblems } from '../http/problems/problem.dto';
import { IdParam } from '../http/request/id-param.decorator';
import { AccountMembershipDto } from './dto/member.dto';

@ApiTags('Members')
@Access('session', 'viewer')
@Controller('api/my/accounts')
export class MyAccountsController {
  constructor(
    private readonly members: MembersRepository,
    private readonly sessions: SessionsRepository,
  ) {}

  @Get()
  @ApiOperation({ summary: 'List the accounts that you are a member of' })
  @ApiOkResponse({ type: [AccountMembershipDto] })
  async listMyAccounts(@Caller() { userId, accountId }: Caller): Promise<AccountMembershipDto[]> {
    const memberships = await this.members.listAccounts(userId);
    return memberships.map(({ accountId: id, role, company, ownerFirstName, ownerLastName, ownerEmail }) => ({
      id,
      name: accountName({ company }, { firstName: ownerFirstName, lastName: ownerLastName, email: ownerEmail }),
      role,
      isCurrent: id === accountId,
    }));
  }

  @Post(':id/open')
  @HttpCode(204)
  @ApiOperation({ summary: 'Switch this session to another of your accounts' })
  @ApiNoContentResponse({ description: 'The session has switched to the account.' })
  @ApiProblems({
    403: 'You are impersonating another user.',
    404: 'You are not a member of this account, or it is disabled.',
  })
  async openAccount(@Caller() caller: Caller, @IdParam('id', accountNotFound) id: string): Promise<void> {
    const accounts = await this.members.listAccounts(caller.userId);
    if (!accounts.some(({ accountId }) => accountId === id)) throw accountNotFound();
    await this.sessions.switchAccount(requireSid(caller), id);
  }
}

function accountNotFound(): AppError {
  return notFound('ACCOUNT_NOT_FOUND', 'Account not found. You may have been removed from it.');
}
