import { Controller, Get, HttpCode, Post } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';

import type { Actor } from '@ringwell/database/accounts/security/activity.repository';
import type { User } from '@ringwell/database/accounts/user.entity';
import { UsersRepository } from '@ringwell/database/accounts/users.repository';
import { REQUIRED_STEPS } from '@ringwell/domain/accounts/required-step';

import { Access, AllowedDuringStep } from '../auth/access/access.decorator';
import { userNotFound } from '../auth/access/owned-account.pipe';
import { assertConfirmed } from '../auth/confirmation/assert-confirmed';
import { CurrentActor } from '../auth/principal/actor';
import { CurrentPrincipal } from '../auth/principal/current-principal.decorator';
import type { Principal, SessionCredential } from '../auth/principal/principal';
import { ApiProblems, CONFIRMED_ADMINISTRATORS_ONLY } from '../http/problems/problem.dto';
import { IdParam } from '../http/request/id-param.decorator';
import { findUser } from '../users/users.service';
import { ImpersonationStatusDto } from './impersonation-status.dto';
import { ImpersonationService } from './impersonation.service';

@ApiTags('Users')
@Controller('api/admin')
export class ImpersonationController {
  constructor(
    private readonly impersonation: ImpersonationService,
    private readonly users: UsersRepository,
  ) {}

  @Post('impersonate/:id')
  @HttpCode(200)
  @Access('admin')
  @ApiOperation({
    summary: 'Start impersonating a user',
    description:
      "The session acts as this user, even if they are disabled or an administrator. It can't use administrator routes, " +
      'except those that show or stop the impersonation.',
  })
  @ApiOkResponse({ type: ImpersonationStatusDto })
  @ApiProblems({ 403: CONFIRMED_ADMINISTRATORS_ONLY, 404: 'User not found.', 409: 'This is your own account.' })
  async startImpersonation(
    @CurrentPrincipal() principal: Principal,
    @CurrentActor() actor: Actor,
    @IdParam('id', userNotFound) id: string,
  ): Promise<ImpersonationStatusDto> {
    assertConfirmed(principal);
    const { user, administrator } = await this.impersonation.start(actor, requireSession(principal).sid, {
      administratorId: principal.userId,
      userId: id,
    });
    return impersonationStatus(user, administrator);
  }

  @Get('impersonation-status')
  @AllowedDuringStep(REQUIRED_STEPS)
  @Access('session', 'viewer')
  @ApiOperation({ summary: 'Get the impersonation status of this session' })
  @ApiOkResponse({ type: ImpersonationStatusDto })
  async getImpersonationStatus(@CurrentPrincipal() principal: Principal): Promise<ImpersonationStatusDto> {
    const { impersonator } = requireSession(principal);
    return impersonator
      ? impersonationStatus(await findUser(this.users, principal.userId), impersonator)
      : NOT_IMPERSONATING;
  }

  @Post('stop-impersonation')
  @HttpCode(200)
  @Access('session', 'viewer')
  @ApiOperation({
    summary: 'Stop impersonating',
    description: 'Has no effect when the session is not impersonating.',
  })
  @ApiOkResponse({ type: ImpersonationStatusDto })
  async stopImpersonation(
    @CurrentPrincipal() principal: Principal,
    @CurrentActor() actor: Actor,
  ): Promise<ImpersonationStatusDto> {
    const { sid, impersonator } = requireSession(principal);
    if (impersonator)
      await this.impersonation.stop(actor, sid, { administratorId: impersonator.userId, userId: principal.userId });
    return NOT_IMPERSONATING;
  }
}

const NOT_IMPERSONATING: ImpersonationStatusDto = { isImpersonating: false, impersonatedUser: null, admin: null };

function impersonationStatus(
  { id, firstName, lastName, email }: User,
  administrator: { email: string | null },
): ImpersonationStatusDto {
  return {
    isImpersonating: true,
    impersonatedUser: { id, firstName, lastName, email },
    admin: { email: administrator.email },
  };
}

function requireSession({ credential }: Principal): SessionCredential {
  if (credential.kind === 'session') return credential;
  throw new Error('The route was called with a bearer token, but only accepts sessions.');
}
