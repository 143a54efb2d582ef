import { Body, Controller, Delete, HttpCode, Post, Res } from '@nestjs/common';
import { ApiNoContentResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';

import { ApiProblems } from '../../../http/problems/problem.dto';
import { IdParam } from '../../../http/request/id-param.decorator';
import { Access, AllowedDuringStep } from '../../access/access.decorator';
import { Caller } from '../../principal/caller';
import { factorNotFound } from '../my-second-factor.service';
import { NewFactorDto } from '../second-factor.dto';
import { MyPasskeysService } from './my-passkeys.service';
import { AddPasskeyDto, PasskeyOptionsDto } from './passkey.dto';

const PROBLEMS = {
  403: 'You are impersonating another user, or must confirm your identity first (`REAUTHENTICATION_REQUIRED`).',
  404: 'The account has just been deleted.',
};
const CANNOT_ADD_MESSAGE =
  "You don't have a password, you already have 10 passkeys, or passkeys don't work at this address.";

@ApiTags('Settings')
@Access('session', 'viewer')
@AllowedDuringStep(['set_up_second_factor'])
@Controller('api/my/second-factor/passkeys')
export class MyPasskeysController {
  constructor(private readonly passkeys: MyPasskeysService) {}

  @Post('options')
  @HttpCode(200)
  @ApiOperation({
    summary: 'Get the options for a new passkey',
    description: 'Takes effect once the passkey is added. Calling this again replaces the challenge.',
  })
  @ApiOkResponse({ type: PasskeyOptionsDto })
  @ApiProblems({ ...PROBLEMS, 409: CANNOT_ADD_MESSAGE })
  async startPasskeySetup(@Caller() caller: Caller): Promise<PasskeyOptionsDto> {
    return { options: { ...(await this.passkeys.startSetup(caller)) } };
  }

  @Post()
  @HttpCode(200)
  @ApiOperation({
    summary: 'Add a passkey',
    description:
      'Afterwards, signing in with the password also requires a second step. A passkey that verifies you can replace both.',
  })
  @ApiOkResponse({ type: NewFactorDto })
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
    return { recoveryCodes: await this.passkeys.add(caller, passkey, caller.actor, response) };
  }

  @Delete(':id')
  @HttpCode(204)
  @ApiOperation({ summary: 'Remove a passkey' })
  @ApiNoContentResponse({ description: 'Removed. Without another factor, the recovery codes are also deleted.' })
  @ApiProblems({
    ...PROBLEMS,
    404: 'Passkey not found, or the account has just been deleted.',
    409: "It's your only factor, and administrators are required to have one.",
  })
  async removePasskey(@Caller() caller: Caller, @IdParam('id', factorNotFound) id: string): Promise<void> {
    await this.passkeys.remove(caller, id, caller.actor);
  }
}
