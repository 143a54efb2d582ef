import { Body, Controller, Delete, Get, Patch, Post, Put } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags, ApiCreatedResponse } from '@nestjs/swagger';

import type { Invitation } from '@ringwell/database/accounts/members/invitation.entity';
import { MembersRepository, type ListedMember } from '@ringwell/database/accounts/members/members.repository';
import { SessionsRepository } from '@ringwell/database/accounts/sign-in/sessions.repository';
import { accountName } from '@ringwell/domain/accounts/account-name';
import { notFound, type AppError } from '@ringwell/domain/errors/app-error';

import { Access, RequiresRole } from '../auth/access/access.decorator';
import { assertConfirmed } from '../auth/confirmation/assert-confirmed';
import { Caller } from '../auth/principal/caller';
import { requireSid } from '../auth/principal/own-session';
import { ApiProblems, Responds } from '../http/problems/problem.dto';
import { IdParam } from '../http/request/id-param.decorator';
import { Revalidated } from '../http/response/revalidated.decorator';
import { toDto } from '../http/response/to-dto';
import { Throttled } from '../http/throttling/throttled.decorator';
import { ChangeMemberAlertsDto, MemberAlertsDto } from './dto/member-alerts.dto';
import {
  AccountMembershipDto,
  ChangeRoleDto,
  MemberDto,
  InvitationDto,
  InviteDto,
  NewInvitationDto,
} from './dto/member.dto';
import { invitationNotFound, InvitationsService } from './invitations.service';
import { memberNotFound, MembersService } from './members.service';
import { MyAlertsService } from './my-alerts.service';

const PROBLEMS = { 403: 'Owners only.', 404: 'Not a member of this account.', 409: 'This is the only owner.' };

const CONFIRMED_OWNERS_ONLY = 'Owners only. Requires a sign-in within the last 15 minutes.';

@ApiTags('Members')
@Access('session', 'owner')
@Controller('api/my')
export class MembersController {
  constructor(
    private readonly members: MembersService,
    private readonly invitations: InvitationsService,
    private readonly alerts: MyAlertsService,
    private readonly memberships: MembersRepository,
    private readonly sessions: SessionsRepository,
  ) {}

  @Get('members')
  @RequiresRole('viewer')
  @Revalidated()
  @ApiOperation({ summary: "List the account's members, owners first" })
  @ApiOkResponse({ type: [MemberDto] })
  async listMembers(@Caller() caller: Caller): Promise<MemberDto[]> {
    return (await this.members.list(caller)).map(memberView);
  }

  @Delete('members/me')
  @RequiresRole('viewer')
  @ApiOperation({ summary: 'Leave the account', description: 'If this is your only account, you get a demo account.' })
  @Responds(204, { description: 'You left the account.' })
  @ApiProblems({ 403: 'You are impersonating another user.', 409: 'You are the only owner.' })
  async leaveAccount(@Caller() caller: Caller): Promise<void> {
    requireSid(caller);
    await this.members.remove(caller, caller.userId);
  }

  @Patch('members/:userId')
  @ApiOperation({ summary: "Change a member's role" })
  @ApiOkResponse({ type: [MemberDto], description: 'The updated list of members.' })
  @ApiProblems({ 400: 'The role is missing or unknown.', ...PROBLEMS, 403: CONFIRMED_OWNERS_ONLY })
  async changeMemberRole(
    @Caller() caller: Caller,
    @IdParam('userId', memberNotFound) userId: string,
    @Body() { role }: ChangeRoleDto,
  ): Promise<MemberDto[]> {
    assertConfirmed(caller);
    return (await this.members.changeRole(caller, userId, role)).map(memberView);
  }

  @Post('members/:userId/transfer-ownership')
  @ApiOperation({ summary: 'Transfer ownership to a member', description: 'You become a manager.' })
  @Responds(200, { type: [MemberDto], description: 'The updated list of members.' })
  @ApiProblems({
    ...PROBLEMS,
    403: `${CONFIRMED_OWNERS_ONLY} Not during impersonation.`,
    409: 'The member is disabled.',
  })
  async transferOwnership(
    @Caller() caller: Caller,
    @IdParam('userId', memberNotFound) userId: string,
  ): Promise<MemberDto[]> {
    assertConfirmed(caller);
    return (await this.members.transferOwnership(caller, userId)).map(memberView);
  }

  @Delete('members/:userId')
  @ApiOperation({ summary: 'Remove a member', description: 'The member loses access immediately.' })
  @Responds(204, { description: 'The member was removed.' })
  @ApiProblems(PROBLEMS)
  async removeMember(@Caller() caller: Caller, @IdParam('userId', memberNotFound) userId: string): Promise<void> {
    await this.members.remove(caller, userId);
  }

  @Get('invitations')
  @Revalidated()
  @ApiOperation({ summary: 'List the pending invitations, newest first' })
  @ApiOkResponse({ type: [InvitationDto] })
  @ApiProblems({ 403: 'Owners only.' })
  async listInvitations(@Caller() caller: Caller): Promise<InvitationDto[]> {
    return (await this.invitations.list(caller)).map(invitationView);
  }

  @Post('invitations')
  @Throttled('invite')
  @ApiOperation({
    summary: 'Invite someone to the account',
    description: 'The link works for 7 days. An earlier link for the same address stops working.',
  })
  @ApiCreatedResponse({ type: NewInvitationDto })
  @ApiProblems({
    400: 'The email address or the role is invalid.',
    403: 'Owners only. Inviting owners and managers also requires a sign-in within the last 15 minutes.',
    409: 'This person is already a member.',
  })
  async inviteMember(@Caller() caller: Caller, @Body() invitee: InviteDto): Promise<NewInvitationDto> {
    if (invitee.role === 'owner' || invitee.role === 'manager') assertConfirmed(caller);
    const { invitation, link } = await this.invitations.invite(caller, invitee);
    return { ...invitationView(invitation), link };
  }

  @Delete('invitations/:id')
  @ApiOperation({ summary: 'Revoke an invitation' })
  @Responds(204, { description: 'The link no longer works.' })
  @ApiProblems({ 403: 'Owners only.' })
  async revokeInvitation(@Caller() caller: Caller, @IdParam('id', invitationNotFound) id: string): Promise<void> {
    await this.invitations.revoke(caller, id);
  }

  @Get('accounts')
  @RequiresRole('viewer')
  @ApiOperation({ summary: 'List the accounts that you are a member of' })
  @ApiOkResponse({ type: [AccountMembershipDto] })
  async listMyAccounts(@Caller() { userId, accountId }: Caller): Promise<AccountMembershipDto[]> {
    const memberships = await this.memberships.listAccounts(userId);
    return memberships.map(({ accountId: id, role, company, ownerFirstName, ownerLastName, ownerEmail }) => ({
      id,
      name: accountName({ company }, { firstName: ownerFirstName, lastName: ownerLastName, email: ownerEmail }),
      role,
      isCurrent: id === accountId,
    }));
  }

  @Post('accounts/:id/open')
  @RequiresRole('viewer')
  @ApiOperation({ summary: 'Switch this session to another of your accounts' })
  @Responds(204, { description: 'The session has switched to the account.' })
  @ApiProblems({
    403: 'You are impersonating another user.',
    404: 'You are not a member of this account, or it is disabled.',
  })
  async openAccount(@Caller() caller: Caller, @IdParam('id', accountNotFound) id: string): Promise<void> {
    const accounts = await this.memberships.listAccounts(caller.userId);
    if (!accounts.some(({ accountId }) => accountId === id)) throw accountNotFound();
    await this.sessions.switchAccount(requireSid(caller), id);
  }

  @Get('alerts')
  @RequiresRole('viewer')
  @ApiOperation({ summary: 'Get your email alerts' })
  @ApiOkResponse({ type: MemberAlertsDto })
  @ApiProblems({ 404: 'Not a member of this account.' })
  getMyAlerts(@Caller() caller: Caller): Promise<MemberAlertsDto> {
    return this.alerts.get(caller);
  }

  @Put('alerts')
  @RequiresRole('viewer')
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

function memberView(member: ListedMember): MemberDto {
  return toDto(MemberDto, member);
}

function invitationView(invitation: Invitation): InvitationDto {
  return toDto(InvitationDto, invitation, { isExpired: invitation.expiresAt.getTime() <= Date.now() });
}

function accountNotFound(): AppError {
  return notFound('ACCOUNT_NOT_FOUND', 'Account not found. You may have been removed from it.');
}
