import { Body, Controller, Delete, Get, HttpCode, Post } from '@nestjs/common';
import { ApiCreatedResponse, ApiNoContentResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';

import type { Invitation } from '@ringwell/database/accounts/members/invitation.entity';
import type { Actor } from '@ringwell/database/accounts/security/activity.repository';

import { Access } from '../auth/access/access.decorator';
import { assertConfirmed } from '../auth/confirmation/assert-confirmed';
import { CurrentActor } from '../auth/principal/actor';
import { CurrentPrincipal } from '../auth/principal/current-principal.decorator';
import type { Principal } from '../auth/principal/principal';
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
  async listInvitations(@CurrentPrincipal() principal: Principal): Promise<InvitationDto[]> {
    return (await this.invitations.list(principal)).map(toDto);
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
  async inviteMember(
    @CurrentPrincipal() principal: Principal,
    @CurrentActor() actor: Actor,
    @Body() invitee: InviteDto,
  ): Promise<NewInvitationDto> {
    if (invitee.role === 'owner' || invitee.role === 'manager') assertConfirmed(principal);
    const { invitation, link } = await this.invitations.invite(principal, invitee, actor);
    return { ...toDto(invitation), link };
  }

  @Delete(':id')
  @HttpCode(204)
  @ApiOperation({ summary: 'Revoke an invitation' })
  @ApiNoContentResponse({ description: 'The link no longer works.' })
  @ApiProblems({ 403: 'Owners only.', 404: 'Invitation not found.' })
  async revokeInvitation(
    @CurrentPrincipal() principal: Principal,
    @CurrentActor() actor: Actor,
    @IdParam('id', invitationNotFound) id: string,
  ): Promise<void> {
    await this.invitations.revoke(principal, id, actor);
  }
}

function toDto({ id, email, role, expiresAt }: Invitation): InvitationDto {
  return { id, email, role, expiresAt: expiresAt.toISOString(), isExpired: expiresAt.getTime() <= Date.now() };
}
