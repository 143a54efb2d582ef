import { Controller, Get, Post, Body, Put } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';

import { MembersRepository } from '@ringwell/database/accounts/members/members.repository';
import { SessionsRepository } from '@ringwell/database/accounts/sign-in/sessions.repository';
import { accountName } from '@ringwell/domain/accounts/account-name';
import { notFound, type AppError } from '@ringwell/domain/errors/app-error';

import { Access } from '../auth/access/access.decorator';
import { Caller } from '../auth/principal/caller';
import { requireSid } from '../auth/principal/own-session';
import { ApiProblems, Responds } from '../http/problems/problem.dto';
import { IdParam } from '../http/request/id-param.decorator';
import { ChangeMemberAlertsDto, MemberAlertsDto } from './dto/member-alerts.dto';
import { AccountMembershipDto } from './dto/member.dto';
import { MyAlertsService } from './my-alerts.service';

@ApiTags('Members')
@Access('session', 'viewer')
@Controller('api/my')
export class MyAccountsController {
  constructor(
    private readonly members: MembersRepository,
    private readonly sessions: SessionsRepository,
    private readonly alerts: MyAlertsService,
  ) {}

  @Get('accounts')
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

  @Post('accounts/:id/open')
  @ApiOperation({ summary: 'Switch this session to another of your accounts' })
  @Responds(204, { description: 'The session has switched to the account.' })
  @ApiProblems({
    403: 'You are impersonating another user.',
    404: 'You are not a member of this account, or it is disabled.',
  })
  async openAccount(@Caller() caller: Caller, @IdParam('id', accountNotFound) id: string): Promise<void> {
    const accounts = await this.members.listAccounts(caller.userId);
    if (!accounts.some(({ accountId }) => accountId === id)) throw accountNotFound();
    await this.sessions.switchAccount(requireSid(caller), id);
  }

  @Get('alerts')
  @ApiOperation({ summary: 'Get your email alerts' })
  @ApiOkResponse({ type: MemberAlertsDto })
  @ApiProblems({ 404: 'Not a member of this account.' })
  getMyAlerts(@Caller() caller: Caller): Promise<MemberAlertsDto> {
    return this.alerts.get(caller);
  }

  @Put('alerts')
  @ApiOperation({
    summary: 'Change your email alerts',
    description: "Your alerts are sent to the address that you sign in with. The account's emails do not change.",
  })
  @ApiOkResponse({ type: MemberAlertsDto })
  @ApiProblems({
    400: 'A label or a time is invalid.',
    403: 'You are impersonating another user.',
    404: 'Not a member of this account.',
  })
  changeMyAlerts(@Caller() caller: Caller, @Body() change: ChangeMemberAlertsDto): Promise<MemberAlertsDto> {
    return this.alerts.change(caller, change);
  }
}

function accountNotFound(): AppError {
  return notFound('ACCOUNT_NOT_FOUND', 'Account not found. You may have been removed from it.');
}
