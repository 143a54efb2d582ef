import { Body, Controller, Get, Header, HttpCode, Post, Req, Res } from '@nestjs/common';
import { ApiNoContentResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';

import { ApiProblems } from '../../http/problems/problem.dto';
import { Throttled } from '../../http/throttling/throttled.decorator';
import { Access, OpenDuringStep } from '../access.decorator';
import { CurrentPrincipal } from '../current-principal.decorator';
import type { Principal } from '../principal';
import { ConfirmationMethodDto, ConfirmDto } from './confirmation.dto';
import { ConfirmationService } from './confirmation.service';

@ApiTags('Dashboard')
@Access('session', 'viewer')
@OpenDuringStep(['set_up_second_factor'])
@Controller('api/auth/confirm')
export class ConfirmationController {
  constructor(private readonly confirmation: ConfirmationService) {}

  @Get()
  @Header('Cache-Control', 'no-store')
  @ApiOperation({ operationId: 'getConfirmationMethod', summary: 'Get how to confirm who you are' })
  @ApiOkResponse({ type: ConfirmationMethodDto })
  @ApiProblems({ 401: 'Not signed in.', 404: 'The account has just been deleted.' })
  get(@CurrentPrincipal() principal: Principal): Promise<ConfirmationMethodDto> {
    return this.confirmation.methodOf(principal);
  }

  @Post()
  @HttpCode(204)
  @Throttled('sign-in')
  @Header('Cache-Control', 'no-store')
  @ApiOperation({
    operationId: 'confirmIdentity',
    summary: 'Confirm who you are with your password and, with two-step verification, a code',
    description:
      'Opens changes of emails, roles and passwords for 10 minutes, in this session only. They answer ' +
      '403 `REAUTHENTICATION_REQUIRED` otherwise. Signing in does the same. During impersonation, it takes the password ' +
      'of the administrator.',
  })
  @ApiNoContentResponse({ description: 'Confirmed.' })
  @ApiProblems({
    400: 'The password or the code is missing or wrong.',
    401: 'Not signed in.',
    403: 'The request comes from another site.',
    404: 'The account has just been deleted.',
    409: 'You have no password, or it was changed or the session ended at the same time.',
  })
  async confirm(
    @CurrentPrincipal() principal: Principal,
    @Body() credentials: ConfirmDto,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<void> {
    await this.confirmation.confirm(principal, credentials, request, response);
  }
}
