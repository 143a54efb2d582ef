import { Body, Controller, Delete, Get, HttpCode, Post, Res } from '@nestjs/common';
import { ApiNoContentResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';

import type { Actor } from '@ringwell/database/accounts/security/activity.repository';

import { ApiProblems } from '../../http/problems/problem.dto';
import { Access, AllowedDuringStep } from '../access/access.decorator';
import { CurrentActor } from '../principal/actor';
import { CurrentPrincipal } from '../principal/current-principal.decorator';
import type { Principal } from '../principal/principal';
import { MySecondFactorService } from './my-second-factor.service';
import { CodeDto, MySecondFactorDto, NewFactorDto, RecoveryCodesDto, TotpSetupDto } from './second-factor.dto';

const ACCOUNT_PROBLEMS = { 404: 'The account has just been deleted.' };
const PROBLEMS = {
  ...ACCOUNT_PROBLEMS,
  403: 'You are impersonating another user, or must confirm your identity first (`REAUTHENTICATION_REQUIRED`).',
};
const FACTOR_PROBLEMS = { ...PROBLEMS, 404: "You don't have a second factor, or the account has just been deleted." };

@ApiTags('Settings')
@Access('session', 'viewer')
@AllowedDuringStep(['set_up_second_factor'])
@Controller('api/my/second-factor')
export class MySecondFactorController {
  constructor(private readonly secondFactor: MySecondFactorService) {}

  @Get()
  @ApiOperation({ summary: 'Get the status of two-step verification' })
  @ApiOkResponse({ type: MySecondFactorDto })
  @ApiProblems({ ...ACCOUNT_PROBLEMS, 403: 'You are impersonating another user.' })
  getMySecondFactor(@CurrentPrincipal() principal: Principal): Promise<MySecondFactorDto> {
    return this.secondFactor.get(principal);
  }

  @Post('totp')
  @HttpCode(200)
  @ApiOperation({
    summary: 'Start setting up an authenticator app',
    description: 'Takes effect once you activate it with a code from the app. Calling this again replaces the secret.',
  })
  @ApiOkResponse({ type: TotpSetupDto })
  @ApiProblems({ ...PROBLEMS, 409: "You already have an authenticator app, or you don't have a password." })
  startTotpSetup(@CurrentPrincipal() principal: Principal): Promise<TotpSetupDto> {
    return this.secondFactor.startTotpSetup(principal);
  }

  @Post('totp/activate')
  @HttpCode(200)
  @ApiOperation({
    summary: 'Turn on two-step verification with a code from the app',
    description: 'Afterwards, signing in with the password also requires a code. Allows up to 10 wrong codes per hour.',
  })
  @ApiOkResponse({ type: NewFactorDto })
  @ApiProblems({ ...PROBLEMS, 400: 'The code is missing or wrong.', 409: 'No setup has been started.' })
  async activateTotp(
    @CurrentPrincipal() principal: Principal,
    @Body() { code }: CodeDto,
    @CurrentActor() actor: Actor,
    @Res({ passthrough: true }) response: Response,
  ): Promise<NewFactorDto> {
    return { recoveryCodes: await this.secondFactor.activateTotp(principal, code, actor, response) };
  }

  @Delete('totp')
  @HttpCode(204)
  @ApiOperation({ summary: 'Remove the authenticator app' })
  @ApiNoContentResponse({ description: 'Removed. Without another factor, the recovery codes are also deleted.' })
  @ApiProblems({ ...FACTOR_PROBLEMS, 409: "It's your only factor, and administrators are required to have one." })
  async removeTotp(@CurrentPrincipal() principal: Principal, @CurrentActor() actor: Actor): Promise<void> {
    await this.secondFactor.removeTotp(principal, actor);
  }

  @Post('recovery-codes')
  @HttpCode(200)
  @ApiOperation({ summary: 'Replace the recovery codes' })
  @ApiOkResponse({ type: RecoveryCodesDto })
  @ApiProblems(FACTOR_PROBLEMS)
  async renewRecoveryCodes(
    @CurrentPrincipal() principal: Principal,
    @CurrentActor() actor: Actor,
  ): Promise<RecoveryCodesDto> {
    return { recoveryCodes: await this.secondFactor.renewRecoveryCodes(principal, actor) };
  }
}
