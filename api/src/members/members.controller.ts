import { Body, Controller, Delete, Get, HttpCode, Patch, Post } from '@nestjs/common';
import { ApiNoContentResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';

import type { ListedMember } from '@ringwell/database/accounts/members/members.repository';

import { Access, RequiresRole } from '../auth/access/access.decorator';
import { assertConfirmed } from '../auth/confirmation/assert-confirmed';
import { Caller } from '../auth/principal/caller';
import { requireSid } from '../auth/principal/own-session';
import { ApiProblems } from '../http/problems/problem.dto';
import { IdParam } from '../http/request/id-param.decorator';
import { Revalidated } from '../http/response/revalidated.decorator';
import { ChangeRoleDto, MemberDto } from './dto/member.dto';
import { memberNotFound, MembersService } from './members.service';

const PROBLEMS = { 403: 'Owners only.', 404: 'Not a member of this account.', 409: 'This is the only owner.' };

const CONFIRMED_OWNERS_ONLY = 'Owners only. Requires a sign-in in the last 15 minutes.';

@ApiTags('Members')
@Access('session', 'owner')
@Controller('api/my/members')
export class MembersController {
  constructor(private readonly members: MembersService) {}

  @Get()
  @RequiresRole('viewer')
  @Revalidated()
  @ApiOperation({ summary: 'List the members of the account, owners first' })
  @ApiOkResponse({ type: [MemberDto] })
  async listMembers(@Caller() caller: Caller): Promise<MemberDto[]> {
    return (await this.members.list(caller)).map(toDto);
  }

  @Delete('me')
  @HttpCode(204)
  @RequiresRole('viewer')
  @ApiOperation({ summary: 'Leave the account', description: 'If this is your only account, you get a demo account.' })
  @ApiNoContentResponse({ description: 'You left the account.' })
  @ApiProblems({ 403: 'You are impersonating another user.', 409: 'You are the only owner.' })
  async leaveAccount(@Caller() caller: Caller): Promise<void> {
    requireSid(caller);
    await this.members.remove(caller, caller.userId, caller.actor);
  }

  @Patch(':userId')
  @ApiOperation({ summary: 'Change the role of a member' })
  @ApiOkResponse({ type: [MemberDto], description: 'The updated list of members.' })
  @ApiProblems({ 400: 'The role is missing or unknown.', ...PROBLEMS, 403: CONFIRMED_OWNERS_ONLY })
  async changeMemberRole(
    @Caller() caller: Caller,
    @IdParam('userId', memberNotFound) userId: string,
    @Body() { role }: ChangeRoleDto,
  ): Promise<MemberDto[]> {
    assertConfirmed(caller);
    return (await this.members.changeRole(caller, userId, role, caller.actor)).map(toDto);
  }

  @Post(':userId/transfer-ownership')
  @HttpCode(200)
  @ApiOperation({ summary: 'Transfer ownership to a member', description: 'You become a manager.' })
  @ApiOkResponse({ type: [MemberDto], description: 'The updated list of members.' })
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
    return (await this.members.transferOwnership(caller, userId, caller.actor)).map(toDto);
  }

  @Delete(':userId')
  @HttpCode(204)
  @ApiOperation({ summary: 'Remove a member', description: 'The member loses access immediately.' })
  @ApiNoContentResponse({ description: 'The member was removed.' })
  @ApiProblems(PROBLEMS)
  async removeMember(@Caller() caller: Caller, @IdParam('userId', memberNotFound) userId: string): Promise<void> {
    await this.members.remove(caller, userId, caller.actor);
  }
}

function toDto({ createdAt, ...member }: ListedMember): MemberDto {
  return { ...member, createdAt: createdAt.toISOString() };
}
