import { Controller, Get, Header, HttpCode, Post, Req, Res, UseGuards } from '@nestjs/common';
import { ApiAcceptedResponse, ApiOkResponse, ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';

import type { Actor } from '@ringwell/database/accounts/activity.repository';

import { Access } from '../auth/access.decorator';
import { actorOf, CurrentActor } from '../auth/actor';
import { CurrentPrincipal } from '../auth/current-principal.decorator';
import type { Principal } from '../auth/principal';
import { UnparsedBody } from '../http/body/unparsed-body.decorator';
import { ApiProblems } from '../http/problems/problem.dto';
import { IdParam } from '../http/request/id-param.decorator';
import { IdempotencyKey } from '../http/request/idempotency-key.decorator';
import { Throttled } from '../http/throttling/throttled.decorator';
import { acceptedCallView, fullCallView } from './call-view';
import { AcceptedCallDto } from './dto/accepted-call.dto';
import { FullCallDto } from './dto/full-call.dto';
import { ApiSubmission } from './intake/api-submission.decorator';
import { CallIntakeService } from './intake/call-intake.service';
import { UploadGuard } from './intake/upload.guard';
import { callNotFound, OwnCalls } from './own-calls';
import { ReprocessCall } from './reprocess-call';

const BASE_PATH = 'api/calls';
const UNAUTHENTICATED = 'The token or the session is missing or cannot be used.';

/** One call of the account: upload it, look at it, have it processed again. */
@ApiTags('Dashboard')
@Access('account')
@Controller(BASE_PATH)
export class CallsController {
  constructor(
    private readonly intake: CallIntakeService,
    private readonly ownCalls: OwnCalls,
    private readonly reprocessing: ReprocessCall,
  ) {}

  @Post()
  @UnparsedBody()
  @HttpCode(202)
  @Header('Cache-Control', 'no-store')
  @UseGuards(UploadGuard)
  @ApiOperation({
    operationId: 'uploadCall',
    summary: 'Upload a call',
    description:
      'Send the recording as a file, or the address to fetch it from. The same call again, under the same Idempotency-Key or with the same ' +
      'externalId, gives the call that is already there.',
  })
  @ApiSubmission(UNAUTHENTICATED)
  async upload(
    @CurrentPrincipal() { userId, credential }: Principal,
    @IdempotencyKey() idempotencyKey: string | undefined,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<AcceptedCallDto> {
    const call =
      credential.kind === 'session'
        ? await this.intake.accept(userId, 'manual', request, { idempotencyKey, uploadedBy: actorOf(request) })
        : await this.intake.accept(userId, 'api', request, { idempotencyKey });
    const accepted = acceptedCallView(call, `/${BASE_PATH}`);
    response.location(accepted.links.self);
    return accepted;
  }

  @Get(':id')
  @Header('Cache-Control', 'no-store')
  @ApiOperation({
    operationId: 'getOwnCall',
    summary: 'State and result of a call',
    description: 'Everything but its words, which have an address of their own.',
  })
  @ApiParam({ name: 'id', format: 'uuid', example: '7e7a2c1e-6a3f-4d0b-9a60-0b5c3b2d9f10' })
  @ApiOkResponse({ type: FullCallDto })
  @ApiProblems({
    401: UNAUTHENTICATED,
    404: 'The account has no call of this id.',
    503: 'The database is away; try again in a moment.',
  })
  async get(@CurrentPrincipal() principal: Principal, @IdParam('id', callNotFound) id: string): Promise<FullCallDto> {
    return fullCallView(await this.ownCalls.findWithResult(principal.userId, id));
  }

  @Post(':id/reprocess')
  @Throttled('reprocess')
  @HttpCode(202)
  @Header('Cache-Control', 'no-store')
  @ApiOperation({
    operationId: 'reprocessCall',
    summary: 'Process a call again',
    description:
      'For a call that has ended. Its result stays until the new one is there, and for good when there is none. It is not billed again, and ' +
      'nobody is alerted again.',
  })
  @ApiParam({ name: 'id', format: 'uuid', example: '7e7a2c1e-6a3f-4d0b-9a60-0b5c3b2d9f10' })
  @ApiAcceptedResponse({ type: AcceptedCallDto, description: 'The call is in line.' })
  @ApiProblems({
    401: UNAUTHENTICATED,
    403: 'The account is a demo account, or switched off.',
    404: 'The account has no call of this id.',
    409: 'The call is being processed, is a demo, or has no recording any more.',
    429: 'Calls were processed again too often in the last hour.',
    503: 'The database is away; try again in a moment.',
  })
  async reprocess(
    @CurrentPrincipal() principal: Principal,
    @CurrentActor() actor: Actor,
    @IdParam('id', callNotFound) id: string,
  ): Promise<AcceptedCallDto> {
    return acceptedCallView(await this.reprocessing.reprocess(principal, id, actor), `/${BASE_PATH}`);
  }
}
