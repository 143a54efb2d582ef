import { Controller, Get } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';

import { AccountsRepository } from '@ringwell/database/accounts/accounts.repository';
import { MembersRepository } from '@ringwell/database/accounts/members/members.repository';
import { PROFILE_SETTINGS } from '@ringwell/domain/settings/settings';

import { Access } from '../../auth/access/access.decorator';
import { Caller } from '../../auth/principal/caller';
import type { Principal } from '../../auth/principal/principal';
import { ApiProblems } from '../../http/problems/problem.dto';
import { IdParam } from '../../http/request/id-param.decorator';
import { toDto } from '../../http/response/to-dto';
import { pick } from '../pick';
import { accountNotFound } from '../settings-view.service';
import { ProfileDto } from './profile.dto';

@ApiTags('n8n')
@Access('account', 'manager')
@Controller('api/n8n/profile')
export class ProfileController {
  constructor(
    private readonly accounts: AccountsRepository,
    private readonly members: MembersRepository,
  ) {}

  @Get(':userId')
  @ApiOperation({
    summary: "Get the account's profile",
    description:
      "Returns the profile of the token's or session's account. Administrators can also pass the user ID of another account's owner.",
  })
  @ApiOkResponse({ type: ProfileDto })
  @ApiProblems({
    404: 'Account not found, or it belongs to someone else.',
  })
  async getProfile(@Caller() caller: Caller, @IdParam('userId', accountNotFound) userId: string): Promise<ProfileDto> {
    const accountId = await this.resolveAccountId(caller, userId);
    const details = await this.accounts.findDetails(accountId);
    if (!details) throw accountNotFound();
    const { account, owner, settings } = details;
    return toDto(ProfileDto, account, {
      userId: account.id,
      email: owner.email,
      name: [owner.firstName, owner.lastName].filter(Boolean).join(' ') || null,
      settings: pick(settings, PROFILE_SETTINGS),
    });
  }

  private async resolveAccountId(principal: Principal, userId: string): Promise<string> {
    if (userId === principal.accountId || userId === principal.userId) return principal.accountId;
    const ownedAccountId = isAdministrator(principal) ? await this.members.findOwnedAccountId(userId) : undefined;
    if (ownedAccountId === undefined) throw accountNotFound();
    return ownedAccountId;
  }
}

// An impersonated session doesn't have the administrator's permissions.
function isAdministrator({ role, credential }: Principal): boolean {
  return role === 'admin' && !(credential.kind === 'session' && credential.impersonator);
}
