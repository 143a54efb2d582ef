import { Body, Controller, Delete, Get, Post, Res } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';

import { ApiProblems, Responds } from '../../http/problems/problem.dto';
import { IdParam } from '../../http/request/id-param.decorator';
import { Access, AllowedDuringStep } from '../access/access.decorator';
import { Caller } from '../principal/caller';
import { MySecondFactorService, factorNotFound } from './my-second-factor.service';
import { MyPasskeysService } from './passkeys/my-passkeys.service';
import { AddPasskeyDto, PasskeyOptionsDto } from './passkeys/passkey.dto';
import { CodeDto, MySecondFactorDto, NewFactorDto, RecoveryCodesDto, TotpSetupDto } from './second-factor.dto';

const ACCOUNT_PROBLEMS = { 404: 'The account has just been deleted.' };

const PROBLEMS = {
  ...ACCOUNT_PROBLEMS,
  403: 'You are impersonating another user, or must confirm your identity first (`REAUTHENTICATION_REQUIRED`).',
};

const FACTOR_PROBLEMS = { ...PROBLEMS, 404: "You don't have a second factor, or the account has just been deleted." };

const CANNOT_ADD_MESSAGE =
  "You don't have a password, you already have 10 passkeys, or passkeys don't work at this address.";

@ApiTags('Settings')
@Access('session', 'viewer')
@AllowedDuringStep(['set_up_second_factor'])
@Controller('api/my/second-factor')
export class MySecondFactorController {
  constructor(
    private readonly secondFactor: MySecondFactorService,
    private readonly passkeys: MyPasskeysService,
  ) {}

  @Get()
  @ApiOperation({ summary: 'Get the status of two-step verification' })
  @ApiOkResponse({ type: MySecondFactorDto })
  @ApiProblems({ ...ACCOUNT_PROBLEMS, 403: 'You are impersonating another user.' })
  getMySecondFactor(@Caller() caller: Caller): Promise<MySecondFactorDto> {
    return this.secondFactor.get(caller);
  }

  @Post('totp')
  @ApiOperation({
    summary: 'Start setting up an authenticator app',
    description: 'Takes effect once you activate it with a code from the app. Calling this again replaces the secret.',
  })
  @Responds(200, { type: TotpSetupDto })
  @ApiProblems({ ...PROBLEMS, 409: "You already have an authenticator app, or you don't have a password." })
  startTotpSetup(@Caller() caller: Caller): Promise<TotpSetupDto> {
    return this.secondFactor.startTotpSetup(caller);
  }

  @Post('totp/activate')
  @ApiOperation({
    summary: 'Turn on two-step verification with a code from the app',
    description: 'Afterward, signing in with the password also requires a code. Allows up to 10 wrong codes per hour.',
  })
  @Responds(200, { type: NewFactorDto })
  @ApiProblems({ ...PROBLEMS, 400: 'The code is missing or wrong.', 409: 'No setup has been started.' })
  async activateTotp(
    @Caller() caller: Caller,
    @Body() { code }: CodeDto,
    @Res({ passthrough: true }) response: Response,
  ): Promise<NewFactorDto> {
    return { recoveryCodes: await this.secondFactor.activateTotp(caller, code, response) };
  }

  @Delete('totp')
  @ApiOperation({ summary: 'Remove the authenticator app' })
  @Responds(204, { description: 'Removed. Without another factor, the recovery codes are also deleted.' })
  @ApiProblems({ ...FACTOR_PROBLEMS, 409: "It's your only factor, and administrators are required to have one." })
  async removeTotp(@Caller() caller: Caller): Promise<void> {
    await this.secondFactor.removeTotp(caller);
  }

  @Post('recovery-codes')
  @ApiOperation({ summary: 'Replace the recovery codes' })
  @Responds(200, { type: RecoveryCodesDto })
  @ApiProblems(FACTOR_PROBLEMS)
  async renewRecoveryCodes(@Caller() caller: Caller): Promise<RecoveryCodesDto> {
    return { recoveryCodes: await this.secondFactor.renewRecoveryCodes(caller) };
  }

  @Post('passkeys/options')
  @ApiOperation({
    summary: 'Get the options for a new passkey',
    description: 'Takes effect once the passkey is added. Calling this again replaces the challenge.',
  })
  @Responds(200, { type: PasskeyOptionsDto })
  @ApiProblems({ ...PROBLEMS, 409: CANNOT_ADD_MESSAGE })
  async startPasskeySetup(@Caller() caller: Caller): Promise<PasskeyOptionsDto> {
    return { options: { ...(await this.passkeys.startSetup(caller)) } };
  }

  @Post('passkeys')
  @ApiOperation({
    summary: 'Add a passkey',
    description:
      'Afterward, signing in with the password also requires a second step. A passkey that verifies you can replace both.',
  })
  @Responds(200, { type: NewFactorDto })
  @ApiProblems({
    ...PROBLEMS,
    400: 'A field is missing, or the passkey was rejected.',
    409: `${CANNOT_ADD_MESSAGE} Also returned if this passkey was already added.`,
  })
  async addPasskey(
    @Caller() caller: Caller,
    @Body() passkey: AddPasskeyDto,
    @Res({ passthrough: true }) response: Response,
  ): Promise<NewFactorDto> {
    return { recoveryCodes: await this.passkeys.add(caller, passkey, response) };
  }

  @Delete('passkeys/:id')
  @ApiOperation({ summary: 'Remove a passkey' })
  @Responds(204, { description: 'Removed. Without another factor, the recovery codes are also deleted.' })
  @ApiProblems({
    ...PROBLEMS,
    404: 'Passkey not found, or the account has just been deleted.',
    409: "It's your only factor, and administrators are required to have one.",
  })
  async removePasskey(@Caller() caller: Caller, @IdParam('id', factorNotFound) id: string): Promise<void> {
    await this.passkeys.remove(caller, id);
  }
}
