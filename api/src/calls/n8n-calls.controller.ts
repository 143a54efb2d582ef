import { Controller, Get, Header, HttpCode, Post, Req, Res, UseGuards } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';

import { Access } from '../auth/access.decorator';
import { CurrentPrincipal } from '../auth/current-principal.decorator';
import type { Principal } from '../auth/principal';
import { UnparsedBody } from '../http/body/unparsed-body.decorator';
import { ApiProblems } from '../http/problems/problem.dto';
import { IdParam } from '../http/request/id-param.decorator';
import { IdempotencyKey } from '../http/request/idempotency-key.decorator';
import { acceptedCallView, callView } from './call-view';
import type { AcceptedCallDto } from './dto/accepted-call.dto';
import { CallDto } from './dto/call.dto';
import { ApiSubmission } from './intake/api-submission.decorator';
import { CallIntakeService } from './intake/call-intake.service';
import { UploadGuard } from './intake/upload.guard';
import { callNotFound, OwnCalls } from './own-calls';

const BASE_PATH = 'api/n8n/calls';

/** Calls from n8n and other automations: hand one in, ask how it stands. */
@ApiTags('n8n')
@Access('bearer')
@Controller(BASE_PATH)
export class N8nCallsController {
  constructor(
    private readonly intake: CallIntakeService,
    private readonly ownCalls: OwnCalls,
  ) {}

  @Post()
  @UnparsedBody()
  @HttpCode(202)
  @UseGuards(UploadGuard)
  @ApiOperation({
    operationId: 'submitCall',
    summary: 'Hand in a call',
    description:
      'Send the recording as a file, or the address to fetch it from. Handing in the same call again, under the same Idempotency-Key or ' +
      'with the same externalId, gives the call that is already there.',
  })
  @ApiSubmission('The token is missing or cannot be used.')
  async submit(
    @CurrentPrincipal() { userId }: Principal,
    @IdempotencyKey() idempotencyKey: string | undefined,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<AcceptedCallDto> {
    const call = await this.intake.accept(userId, 'n8n', request, { idempotencyKey });
    const accepted = acceptedCallView(call, `/${BASE_PATH}`);
    response.location(accepted.links.self);
    return accepted;
  }

  @Get(':id')
  @Header('Cache-Control', 'no-store')
  @ApiOperation({ operationId: 'getCall', summary: 'State and result of a call' })
  @ApiParam({ name: 'id', format: 'uuid', example: '7e7a2c1e-6a3f-4d0b-9a60-0b5c3b2d9f10' })
  @ApiOkResponse({ type: CallDto })
  @ApiProblems({
    401: 'The token is missing or cannot be used.',
    404: 'The account has no call of this id.',
    503: 'A store is away; try again in a moment.',
  })
  async get(@CurrentPrincipal() principal: Principal, @IdParam('id', callNotFound) id: string): Promise<CallDto> {
    return callView(await this.ownCalls.findWithResult(principal.userId, id));
  }
}
