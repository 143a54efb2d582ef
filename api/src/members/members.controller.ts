import { Body, Controller, Delete, Get, Patch, Post } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags, ApiCreatedResponse } from '@nestjs/swagger';

import type { Invitation } from '@ringwell/database/accounts/members/invitation.entity';
import type { ListedMember } from '@ringwell/database/accounts/members/members.repository';

import { Access, RequiresRole } from '../auth/access/access.decorator';
import { assertConfirmed } from '../auth/confirmation/assert-confirmed';
import { Caller } from '../auth/principal/caller';
import { requireSid } from '../auth/principal/own-session';
import { ApiProblems, Responds } from '../http/problems/problem.dto';
import { IdParam } from '../http/request/id-param.decorator';
import { Revalidated } from '../http/response/revalidated.decorator';
import { Throttled } from '../http/throttling/throttled.decorator';
import { ChangeRoleDto, MemberDto, InvitationDto, InviteDto, NewInvitationDto } from './dto/member.dto';
import { invitationNotFound, InvitationsService } from './invitations.service';
import { memberNotFound, MembersService } from './members.service';

const PROBLEMS = { 403: 'Owners only.', 404: 'Not a member of this account.', 409: 'This is the only owner.' };

const CONFIRMED_OWNERS_ONLY = 'Owners only. Requires a sign-in within the last 15 minutes.';

@ApiTags('Members')
@Access('session', 'owner')
@Controller('api/my')
export class MembersController {
  constructor(
    private readonly members: MembersService,
    private readonly invitations: InvitationsService,
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
  @ApiProblems({ 403: 'Owners only.', 404: 'Invitation not found.' })
  async revokeInvitation(@Caller() caller: Caller, @IdParam('id', invitationNotFound) id: string): Promise<void> {
    await this.invitations.revoke(caller, id);
  }
}

function memberView({ createdAt, ...member }: ListedMember): MemberDto {
  return { ...member, createdAt: createdAt.toISOString() };
}

function invitationView({ id, email, role, expiresAt }: Invitation): InvitationDto {
  return { id, email, role, expiresAt: expiresAt.toISOString(), isExpired: expiresAt.getTime() <= Date.now() };
}
