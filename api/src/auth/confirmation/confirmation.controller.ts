import { Body, Controller, Get, Post, Req, Res } from '@nestjs/common';
import { ApiOkResponse, ApiOperation } from '@nestjs/swagger';
import type { Request, Response } from 'express';

import { ApiProblems, Responds } from '../../http/problems/problem.dto';
import { Throttled } from '../../http/throttling/throttled.decorator';
import { Access, AllowedDuringStep } from '../access/access.decorator';
import { Caller } from '../principal/caller';
import { PasskeyOptionsDto } from '../second-factor/passkeys/passkey.dto';
import { ConfirmationMethodDto, ConfirmDto } from './confirmation.dto';
import { ConfirmationService } from './confirmation.service';

@Access('session', 'viewer')
@AllowedDuringStep(['set_up_second_factor'])
@Controller('api/auth/confirm')
export class ConfirmationController {
  constructor(private readonly confirmation: ConfirmationService) {}

  @Get()
  @ApiOperation({ summary: 'Get your identity confirmation methods' })
  @ApiOkResponse({ type: ConfirmationMethodDto })
  @ApiProblems({ 404: 'The account has just been deleted.' })
  getConfirmationMethod(@Caller() caller: Caller): Promise<ConfirmationMethodDto> {
    return this.confirmation.getMethod(caller);
  }

  @Post('passkey')
  @ApiOperation({
    summary: 'Get the options to confirm your identity with a passkey',
    description: "During impersonation, the options are for the administrator's passkey.",
  })
  @Responds(200, { type: PasskeyOptionsDto })
  @ApiProblems({
    403: 'The request came from another site.',
    404: "You don't have a passkey, or the account has just been deleted.",
  })
  async startPasskeyConfirmation(@Caller() caller: Caller): Promise<PasskeyOptionsDto> {
    return { options: { ...(await this.confirmation.startPasskey(caller)) } };
  }

  @Post()
  @Throttled('sign-in')
  @ApiOperation({
    summary: 'Confirm your identity with your password and, with two-step verification, a code or a passkey',
    description:
      'Allows sensitive changes, for example to emails, roles and passwords, for 15 minutes in this session. Without ' +
      'a recent confirmation, these requests fail with 403 `REAUTHENTICATION_REQUIRED`. Signing in also confirms ' +
      "your identity. During impersonation, send the administrator's password.",
  })
  @Responds(204, { description: 'Confirmed. The response replaces the session cookie.' })
  @ApiProblems({
    400: 'The password, code or passkey is missing or wrong.',
    403: 'The request came from another site.',
    404: 'The account has just been deleted.',
    409: "You don't have a password, or your password changed or your session ended while the request was in progress.",
  })
  async confirmIdentity(
    @Caller() caller: Caller,
    @Body() credentials: ConfirmDto,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<void> {
    await this.confirmation.confirm(caller, credentials, request, response);
  }
}
