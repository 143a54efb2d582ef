import { Controller, Get, Post } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';

import type { User } from '@ringwell/database/accounts/user.entity';
import { UsersRepository } from '@ringwell/database/accounts/users.repository';
import { REQUIRED_STEPS } from '@ringwell/domain/accounts/required-step';

import { Access, AllowedDuringStep } from '../auth/access/access.decorator';
import { userNotFound } from '../auth/access/owned-account.pipe';
import { assertConfirmed } from '../auth/confirmation/assert-confirmed';
import { Caller } from '../auth/principal/caller';
import type { Principal, SessionCredential } from '../auth/principal/principal';
import { ApiProblems, CONFIRMED_ADMINISTRATORS_ONLY, Responds } from '../http/problems/problem.dto';
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
  @Access('admin')
  @ApiOperation({
    summary: 'Start impersonating a user',
    description:
      "The session acts as this user, even if they are disabled or an administrator. It can't use administrator routes, " +
      'except those that show or stop the impersonation.',
  })
  @Responds(200, { type: ImpersonationStatusDto })
  @ApiProblems({ 403: CONFIRMED_ADMINISTRATORS_ONLY, 409: 'This is your own account.' })
  async startImpersonation(
    @Caller() caller: Caller,
    @IdParam('id', userNotFound) id: string,
  ): Promise<ImpersonationStatusDto> {
    assertConfirmed(caller);
    const { user, administrator } = await this.impersonation.start(caller.actor, requireSession(caller).sid, {
      administratorId: caller.userId,
      userId: id,
    });
    return impersonationStatus(user, administrator);
  }

  @Get('impersonation-status')
  @AllowedDuringStep(REQUIRED_STEPS)
  @Access('session', 'viewer')
  @ApiOperation({ summary: 'Get the impersonation status of this session' })
  @ApiOkResponse({ type: ImpersonationStatusDto })
  async getImpersonationStatus(@Caller() caller: Caller): Promise<ImpersonationStatusDto> {
    const { impersonator } = requireSession(caller);
    return impersonator
      ? impersonationStatus(await findUser(this.users, caller.userId), impersonator)
      : NOT_IMPERSONATING;
  }

  @Post('stop-impersonation')
  @Access('session', 'viewer')
  @ApiOperation({
    summary: 'Stop impersonating',
    description: 'Has no effect when the session is not impersonating.',
  })
  @Responds(200, { type: ImpersonationStatusDto })
  async stopImpersonation(@Caller() caller: Caller): Promise<ImpersonationStatusDto> {
    const { sid, impersonator } = requireSession(caller);
    if (impersonator)
      await this.impersonation.stop(caller.actor, sid, { administratorId: impersonator.userId, userId: caller.userId });
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
