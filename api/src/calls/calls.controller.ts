import { Body, Controller, Get, Patch, Post, Query, Req, Res, UseGuards } from '@nestjs/common';
import { ApiOkResponse, ApiOperation } from '@nestjs/swagger';
import type { Request, Response } from 'express';

import { Access, RequiresRole } from '../auth/access/access.decorator';
import { getActor } from '../auth/principal/actor';
import { Caller } from '../auth/principal/caller';
import { ApiProblems, Responds } from '../http/problems/problem.dto';
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
import { CallIntakeService } from './intake/call-intake.service';
import { CallUpload } from './intake/call-upload.decorator';
import { ReprocessCallService } from './reprocess-call.service';
import { VisibleCallGuard } from './visible-call.guard';

const BASE_PATH = 'api/calls';

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
  @CallUpload('Upload a call', 'You are not signed in and did not send a valid token.')
  async uploadCall(
    @Caller() { accountId, credential }: Caller,
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
  getOwnCall(@Caller() caller: Caller, @IdParam('id', callNotFound) id: string): Promise<FullCallDto> {
    return this.view(caller.accountId, id);
  }

  @Patch(':id')
  @RequiresRole('manager')
  @ApiOperation({
    operationId: 'correctCall',
    summary: "Correct a call's details",
    description: 'The summary keeps the earlier details until the call is reprocessed.',
  })
  @ApiOkResponse({ type: FullCallDto, description: 'The updated call.' })
  @ApiProblems({
    400: 'A detail is invalid, or none was sent.',
    404: 'Call not found.',
  })
  async correct(
    @Caller() { accountId, actor }: Caller,
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
  @ApiOperation({
    operationId: 'reprocessCall',
    summary: 'Reprocess a call',
    description:
      'Reprocesses a call in a final state. The result is kept until a new result replaces it. ' +
      "Users' corrections and edits are kept, except for words corrected in the transcript of a recording. The call is " +
      'not billed again, and no alerts are sent.',
  })
  @Responds(202, { type: AcceptedCallDto, description: 'The call is queued.' })
  @ApiProblems({
    400: 'discardEdits is invalid.',
    403: 'The account is a demo account, or call processing is disabled.',
    404: 'Call not found.',
    409: 'The call is being processed, is a demo call, or its recording is no longer stored.',
    429: 'Too many calls were reprocessed in the last hour.',
  })
  async reprocess(
    @Caller() caller: Caller,
    @IdParam('id', callNotFound) id: string,
    @Query() { discardEdits }: ReprocessDto,
  ): Promise<AcceptedCallDto> {
    const call = await this.reprocessCall.reprocess(caller, id, { discardEdits: discardEdits === 'true' });
    return acceptedCallView(call, `/${BASE_PATH}`);
  }

  @Post(':id/swap-speakers')
  @RequiresRole('manager')
  @Throttled('reprocess')
  @ApiOperation({
    summary: "Swap a call's speakers",
    description:
      'For calls where the agent and the customer are mixed up. The transcript is corrected and analyzed again, ' +
      'but not transcribed again. The result is kept until a new result replaces it. The call is not billed again, ' +
      'and no alerts are sent.',
  })
  @Responds(202, { type: AcceptedCallDto, description: 'The call is queued.' })
  @ApiProblems({
    403: 'The account is a demo account, or call processing is disabled.',
    404: 'Call not found.',
    409: 'The call is being processed, is a demo call, or its transcript has been deleted.',
    422: "The transcript doesn't distinguish the agent from the customer.",
    429: 'Too many calls were reprocessed in the last hour.',
  })
  async swapSpeakers(@Caller() caller: Caller, @IdParam('id', callNotFound) id: string): Promise<AcceptedCallDto> {
    return acceptedCallView(await this.reprocessCall.swapSpeakers(caller, id), `/${BASE_PATH}`);
  }
}
