import { Body, Controller, Delete, Get, HttpCode, Post } from '@nestjs/common';
import { ApiCreatedResponse, ApiNoContentResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';

import type { Invitation } from '@ringwell/database/accounts/members/invitation.entity';

import { Access } from '../auth/access/access.decorator';
import { assertConfirmed } from '../auth/confirmation/assert-confirmed';
import { Caller } from '../auth/principal/caller';
import { ApiProblems } from '../http/problems/problem.dto';
import { IdParam } from '../http/request/id-param.decorator';
import { Revalidated } from '../http/response/revalidated.decorator';
import { Throttled } from '../http/throttling/throttled.decorator';
import { InvitationDto, InviteDto, NewInvitationDto } from './dto/member.dto';
import { invitationNotFound, InvitationsService } from './invitations.service';

@ApiTags('Members')
@Access('session', 'owner')
@Controller('api/my/invitations')
export class InvitationsController {
  constructor(private readonly invitations: InvitationsService) {}

  @Get()
  @Revalidated()
  @ApiOperation({ summary: 'List the open invitations, newest first' })
  @ApiOkResponse({ type: [InvitationDto] })
  @ApiProblems({ 403: 'Owners only.' })
  async listInvitations(@Caller() caller: Caller): Promise<InvitationDto[]> {
    return (await this.invitations.list(caller)).map(toDto);
  }

  @Post()
  @Throttled('invite')
  @ApiOperation({
    summary: 'Invite someone to the account',
    description: 'The link works for 7 days. An earlier link for the same address stops working.',
  })
  @ApiCreatedResponse({ type: NewInvitationDto })
  @ApiProblems({
    400: 'The email address or the role is invalid.',
    403: 'Owners only. Inviting owners and managers also requires a sign-in in the last 15 minutes.',
    409: 'This person is already a member.',
  })
  async inviteMember(@Caller() caller: Caller, @Body() invitee: InviteDto): Promise<NewInvitationDto> {
    if (invitee.role === 'owner' || invitee.role === 'manager') assertConfirmed(caller);
    const { invitation, link } = await this.invitations.invite(caller, invitee, caller.actor);
    return { ...toDto(invitation), link };
  }

  @Delete(':id')
  @HttpCode(204)
  @ApiOperation({ summary: 'Revoke an invitation' })
  @ApiNoContentResponse({ description: 'The link no longer works.' })
  @ApiProblems({ 403: 'Owners only.', 404: 'Invitation not found.' })
  async revokeInvitation(@Caller() caller: Caller, @IdParam('id', invitationNotFound) id: string): Promise<void> {
    await this.invitations.revoke(caller, id, caller.actor);
  }
}

function toDto({ id, email, role, expiresAt }: Invitation): InvitationDto {
  return { id, email, role, expiresAt: expiresAt.toISOString(), isExpired: expiresAt.getTime() <= Date.now() };
}
