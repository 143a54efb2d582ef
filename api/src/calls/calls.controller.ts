import { Body, Controller, Get, HttpCode, Patch, Post, Query, Req, Res, UseGuards } from '@nestjs/common';
import { ApiAcceptedResponse, ApiOkResponse, ApiOperation } from '@nestjs/swagger';
import type { Request, Response } from 'express';

import type { Actor } from '@ringwell/database/accounts/security/activity.repository';

import { Access, RequiresRole } from '../auth/access/access.decorator';
import { getActor, CurrentActor } from '../auth/principal/actor';
import { CurrentPrincipal } from '../auth/principal/current-principal.decorator';
import type { Principal } from '../auth/principal/principal';
import { UnparsedBody } from '../http/body/unparsed-body.decorator';
import { ApiProblems } from '../http/problems/problem.dto';
import { IdParam } from '../http/request/id-param.decorator';
import { IdempotencyKey } from '../http/request/idempotency-key.decorator';
import { Revalidated } from '../http/response/revalidated.decorator';
import { Throttled } from '../http/throttling/throttled.decorator';
import { acceptedCallView, fullCallView } from './call-view';
import { callNotFound, CallsService } from './calls.service';
import { CorrectCallService } from './correct-call.service';
import { AcceptedCallDto } from './dto/accepted-call.dto';
import { CorrectCallDto } from './dto/correct-call.dto';
import { FullCallDto } from './dto/full-call.dto';
import { ReprocessDto } from './dto/reprocess.dto';
import { ApiCallUpload } from './intake/api-call-upload.decorator';
import { CallIntakeService } from './intake/call-intake.service';
import { UploadGuard } from './intake/upload.guard';
import { ReprocessCallService } from './reprocess-call.service';
import { VisibleCallGuard } from './visible-call.guard';

const BASE_PATH = 'api/calls';
const UNAUTHENTICATED = 'You are not signed in and did not send a valid token.';

@Access('account', 'viewer')
@UseGuards(VisibleCallGuard)
@Controller(BASE_PATH)
export class CallsController {
  constructor(
    private readonly intake: CallIntakeService,
    private readonly calls: CallsService,
    private readonly reprocessCall: ReprocessCallService,
    private readonly correctCall: CorrectCallService,
  ) {}

  @Post()
  @RequiresRole('member')
  @UnparsedBody('any')
  @HttpCode(202)
  @UseGuards(UploadGuard)
  @ApiOperation({
    summary: 'Upload a call',
    description:
      'Send the recording as a file, the URL of a recording, or a transcript. Sending the same call again with the ' +
      'same Idempotency-Key or externalId returns the existing call.',
  })
  @ApiCallUpload(UNAUTHENTICATED)
  async uploadCall(
    @CurrentPrincipal() { accountId, credential }: Principal,
    @IdempotencyKey() idempotencyKey: string | undefined,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<AcceptedCallDto> {
    const call =
      credential.kind === 'session'
        ? await this.intake.accept(accountId, 'manual', request, { idempotencyKey, uploadedBy: getActor(request) })
        : await this.intake.accept(accountId, 'api', request, { idempotencyKey });
    const acceptedCall = acceptedCallView(call, `/${BASE_PATH}`);
    response.location(acceptedCall.links.self);
    return acceptedCall;
  }

  @Get(':id')
  @Revalidated()
  @ApiOperation({
    summary: 'Get a call',
    description: 'Includes the state and result. The transcript has its own endpoint.',
  })
  @ApiOkResponse({ type: FullCallDto })
  @ApiProblems({
    404: 'Call not found.',
  })
  getOwnCall(@CurrentPrincipal() principal: Principal, @IdParam('id', callNotFound) id: string): Promise<FullCallDto> {
    return this.view(principal.accountId, id);
  }

  @Patch(':id')
  @RequiresRole('manager')
  @ApiOperation({
    operationId: 'correctCall',
    summary: 'Correct the details of a call',
    description: 'The summary keeps the earlier details until the call is reprocessed.',
  })
  @ApiOkResponse({ type: FullCallDto, description: 'The updated call.' })
  @ApiProblems({
    400: 'A detail is invalid, or none was sent.',
    404: 'Call not found.',
  })
  async correct(
    @CurrentPrincipal() { accountId }: Principal,
    @CurrentActor() actor: Actor,
    @IdParam('id', callNotFound) id: string,
    @Body() correction: CorrectCallDto,
  ): Promise<FullCallDto> {
    await this.correctCall.correct(accountId, id, correction, actor);
    return this.view(accountId, id);
  }

  private async view(accountId: string, id: string): Promise<FullCallDto> {
    return fullCallView(await this.calls.getFull(accountId, id));
  }

  @Post(':id/reprocess')
  @RequiresRole('manager')
  @Throttled('reprocess')
  @HttpCode(202)
  @ApiOperation({
    operationId: 'reprocessCall',
    summary: 'Reprocess a call',
    description:
      'Reprocesses a call in a final state. The result is kept until a new result replaces it. ' +
      "Users' corrections and edits are kept, except for words corrected in the transcript of a recording. The call is " +
      'not billed again, and no alerts are sent.',
  })
  @ApiAcceptedResponse({ type: AcceptedCallDto, description: 'The call is queued.' })
  @ApiProblems({
    400: 'discardEdits is invalid.',
    403: 'The account is a demo account, or call processing is disabled.',
    404: 'Call not found.',
    409: 'The call is being processed, is a demo call, or its recording is no longer stored.',
    429: 'Too many calls were reprocessed in the last hour.',
  })
  async reprocess(
    @CurrentPrincipal() principal: Principal,
    @CurrentActor() actor: Actor,
    @IdParam('id', callNotFound) id: string,
    @Query() { discardEdits }: ReprocessDto,
  ): Promise<AcceptedCallDto> {
    const call = await this.reprocessCall.reprocess(principal, id, { discardEdits: discardEdits === 'true' }, actor);
    return acceptedCallView(call, `/${BASE_PATH}`);
  }

  @Post(':id/swap-speakers')
  @RequiresRole('manager')
  @Throttled('reprocess')
  @HttpCode(202)
  @ApiOperation({
    summary: "Swap a call's speakers",
    description:
      'For calls where the agent and the customer are mixed up. The transcript is corrected and analyzed again, ' +
      'but not transcribed again. The result is kept until a new result replaces it. The call is not billed again, ' +
      'and no alerts are sent.',
  })
  @ApiAcceptedResponse({ type: AcceptedCallDto, description: 'The call is queued.' })
  @ApiProblems({
    403: 'The account is a demo account, or call processing is disabled.',
    404: 'Call not found.',
    409: 'The call is being processed, is a demo call, or its transcript has been deleted.',
    422: "The transcript doesn't distinguish the agent from the customer.",
    429: 'Too many calls were reprocessed in the last hour.',
  })
  async swapSpeakers(
    @CurrentPrincipal() principal: Principal,
    @CurrentActor() actor: Actor,
    @IdParam('id', callNotFound) id: string,
  ): Promise<AcceptedCallDto> {
    return acceptedCallView(await this.reprocessCall.swapSpeakers(principal, id, actor), `/${BASE_PATH}`);
  }
}
