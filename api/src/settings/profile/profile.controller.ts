import { Controller, Get, Header } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';

import type { AccountSettings } from '@ringwell/database/accounts/account-settings.entity';
import type { User } from '@ringwell/database/accounts/user.entity';
import { UsersRepository } from '@ringwell/database/accounts/users.repository';

import { Access } from '../../auth/access.decorator';
import { CurrentPrincipal } from '../../auth/current-principal.decorator';
import type { Principal } from '../../auth/principal';
import { ApiProblems } from '../../http/problems/problem.dto';
import { IdParam } from '../../http/request/id-param.decorator';
import { accountNotFound } from '../settings.service';
import { PROFILE_SETTINGS, ProfileDto } from './profile.dto';

/** Who an account is and what is switched on. */
@ApiTags('n8n')
@Access('account')
@Controller('api/n8n/profile')
export class ProfileController {
  constructor(private readonly users: UsersRepository) {}

  @Get(':userId')
  @Header('Cache-Control', 'no-store')
  @ApiOperation({
    operationId: 'getProfile',
    summary: 'Profile and switches of the account',
    description: 'The account that the token or the session belongs to; administrators may ask for any.',
  })
  @ApiParam({ name: 'userId', format: 'uuid', example: '5f0c2a8e-7a2b-4d55-9a3e-0d6f1b7c9e21' })
  @ApiOkResponse({ type: ProfileDto })
  @ApiProblems({
    401: 'The token is missing or cannot be used, and nobody is signed in.',
    404: "There is no account of this id, or it is somebody else's.",
    503: 'A store is away; try again in a moment.',
  })
  async get(
    @CurrentPrincipal() principal: Principal,
    @IdParam('userId', accountNotFound) userId: string,
  ): Promise<ProfileDto> {
    const mayRead = userId === principal.userId || isAdministrator(principal);
    const [user, settings] = mayRead
      ? await Promise.all([this.users.findById(userId), this.users.findSettings(userId)])
      : [null, null];
    if (!user || !settings) throw accountNotFound();
    return profileOf(user, settings);
  }
}

/** Whoever views another account has the eyes of that account. */
function isAdministrator({ role, credential }: Principal): boolean {
  return role === 'admin' && !(credential.kind === 'session' && credential.impersonator);
}

function profileOf(user: User, settings: AccountSettings): ProfileDto {
  const { id, email, firstName, lastName, company, status, isActive, activatedAt, serviceTitanTenant } = user;
  return {
    userId: id,
    email,
    name: [firstName, lastName].filter(Boolean).join(' ') || null,
    company,
    status,
    isActive,
    activatedAt: activatedAt?.toISOString() ?? null,
    serviceTitanTenant,
    settings: pick(settings, PROFILE_SETTINGS),
  };
}

function pick<T extends object, K extends keyof T>(source: T, names: readonly K[]): Pick<T, K> {
  return Object.fromEntries(names.map((name) => [name, source[name]])) as Pick<T, K>;
}
