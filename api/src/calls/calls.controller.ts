import { Body, Controller, Delete, Get, Patch, Post, Put, Query, Req, Res, UseGuards } from '@nestjs/common';
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
import { CorrectLabelService } from './correct-label.service';
import { AcceptedCallDto } from './dto/accepted-call.dto';
import { CorrectLabelDto, UndoCorrectionDto } from './dto/call-correction.dto';
import { CorrectCallDto } from './dto/correct-call.dto';
import { EditWordsDto } from './dto/edit-words.dto';
import { FullCallDto } from './dto/full-call.dto';
import { ReprocessDto } from './dto/reprocess.dto';
import { EditWordsService } from './edit-words.service';
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
    private readonly labels: CorrectLabelService,
    private readonly words: EditWordsService,
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
    403: 'The account is a demo account, or call processing is turned off.',
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
    403: 'The account is a demo account, or call processing is turned off.',
    409: 'The call is being processed, is a demo call, or its transcript has been deleted.',
    422: "The transcript doesn't distinguish the agent from the customer.",
    429: 'Too many calls were reprocessed in the last hour.',
  })
  async swapSpeakers(@Caller() caller: Caller, @IdParam('id', callNotFound) id: string): Promise<AcceptedCallDto> {
    return acceptedCallView(await this.reprocessCall.swapSpeakers(caller, id), `/${BASE_PATH}`);
  }

  @Put(':id/correction')
  @RequiresRole('member')
  @ApiOperation({
    summary: "Correct a call's label",
    description:
      'Lists, filters, counts and exports show the corrected label, even after the call is reprocessed. ' +
      'The original label is kept in correction. Alerts are not sent again; your outgoing webhook receives call.corrected.',
  })
  @ApiOkResponse({ type: FullCallDto, description: 'The corrected call.' })
  @ApiProblems({
    400: 'A field is missing or invalid, or the label is the original one.',
    403: 'Viewers cannot correct calls.',
    409: 'The call has no label yet, or another user corrected it first.',
  })
  async correctLabel(
    @Caller() { accountId, actor }: Caller,
    @IdParam('id', callNotFound) id: string,
    @Body() correction: CorrectLabelDto,
  ): Promise<FullCallDto> {
    await this.labels.correct(accountId, id, correction, actor);
    return this.view(accountId, id);
  }

  @Delete(':id/correction')
  @RequiresRole('member')
  @ApiOperation({
    summary: 'Undo a label correction',
    description: "Restores the call's original label. A label without a correction stays unchanged.",
  })
  @ApiOkResponse({ type: FullCallDto, description: 'The call with its original label.' })
  @ApiProblems({
    400: 'The `replaces` parameter is invalid.',
    403: 'Viewers cannot correct calls.',
    409: 'The call has no label yet, or another user has corrected it again.',
  })
  async undoCorrection(
    @Caller() { accountId, actor }: Caller,
    @IdParam('id', callNotFound) id: string,
    @Query() { replaces }: UndoCorrectionDto,
  ): Promise<FullCallDto> {
    await this.labels.undo(accountId, id, replaces, actor);
    return this.view(accountId, id);
  }

  @Put(':id/words')
  @RequiresRole('member')
  @ApiOperation({
    summary: "Edit a call's summary, instruction and outcome",
    description:
      'The edits replace the original text wherever the call is shown, even after it is reprocessed. The `words` ' +
      'field contains the originals. Alerts are not sent again. Your outgoing webhook receives call.edited, and ' +
      'unless only outcomes changed, another note is written to ServiceTitan after two minutes without an edit.',
  })
  @ApiOkResponse({ type: FullCallDto, description: 'The updated call.' })
  @ApiProblems({
    400: 'A field is empty, invalid or too long, or no field was sent.',
    403: 'Viewers cannot edit calls.',
    409: "The call has no result yet, a field doesn't apply to it, or another user has edited it since you loaded it.",
  })
  async editWords(
    @Caller() { accountId, actor }: Caller,
    @IdParam('id', callNotFound) id: string,
    @Body() edits: EditWordsDto,
  ): Promise<FullCallDto> {
    await this.words.edit(accountId, id, edits, actor);
    return this.view(accountId, id);
  }

  @Post(':id/words')
  @RequiresRole('member')
  @Throttled('reprocess')
  @ApiOperation({
    summary: "Rewrite a call's summary",
    description:
      'The configured language model writes the summary from the current transcript. Until it is done, ' +
      "words.isWriting is true. Users' edits are kept. The summary stays unchanged if the transcript doesn't support " +
      'what the model writes.',
  })
  @Responds(202, { type: FullCallDto, description: 'The summary is being written.' })
  @ApiProblems({
    403: 'Viewers cannot do this, the account is a demo account, or call processing is turned off.',
    409: 'There is no language model, result or transcript, or the transcript is too unreliable.',
    429: 'Too many calls were reprocessed in the last hour.',
  })
  async writeWords(@Caller() caller: Caller, @IdParam('id', callNotFound) id: string): Promise<FullCallDto> {
    await this.reprocessCall.rewriteWords(caller, id);
    return this.view(caller.accountId, id);
  }
}
