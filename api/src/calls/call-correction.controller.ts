import { Body, Controller, Delete, Put, Query, UseGuards, Post } from '@nestjs/common';
import { ApiOkResponse, ApiOperation } from '@nestjs/swagger';

import { Access } from '../auth/access/access.decorator';
import { Caller } from '../auth/principal/caller';
import { ApiProblems, Responds } from '../http/problems/problem.dto';
import { IdParam } from '../http/request/id-param.decorator';
import { Throttled } from '../http/throttling/throttled.decorator';
import { fullCallView } from './call-view';
import { callNotFound, CallsService } from './calls.service';
import { CorrectLabelService } from './correct-label.service';
import { CorrectLabelDto, UndoCorrectionDto } from './dto/call-correction.dto';
import { EditWordsDto } from './dto/edit-words.dto';
import { FullCallDto } from './dto/full-call.dto';
import { EditWordsService } from './edit-words.service';
import { ReprocessCallService } from './reprocess-call.service';
import { VisibleCallGuard } from './visible-call.guard';

@Access('account', 'member')
@UseGuards(VisibleCallGuard)
@Controller('api/calls/:id')
export class CallCorrectionController {
  constructor(
    private readonly calls: CallsService,
    private readonly labels: CorrectLabelService,
    private readonly words: EditWordsService,
    private readonly reprocessCall: ReprocessCallService,
  ) {}

  @Put('correction')
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
    404: 'Call not found.',
    409: 'The call has no label yet, or another user corrected it first.',
  })
  async correctLabel(
    @Caller() { accountId, actor }: Caller,
    @IdParam('id', callNotFound) id: string,
    @Body() correction: CorrectLabelDto,
  ): Promise<FullCallDto> {
    await this.labels.correct(accountId, id, correction, actor);
    return fullCallView(await this.calls.getFull(accountId, id));
  }

  @Delete('correction')
  @ApiOperation({
    summary: 'Undo a label correction',
    description: "Restores the call's original label. A label without a correction stays unchanged.",
  })
  @ApiOkResponse({ type: FullCallDto, description: 'The call with its original label.' })
  @ApiProblems({
    400: 'The `replaces` parameter is invalid.',
    403: 'Viewers cannot correct calls.',
    404: 'Call not found.',
    409: 'The call has no label yet, or another user has corrected it again.',
  })
  async undoCorrection(
    @Caller() { accountId, actor }: Caller,
    @IdParam('id', callNotFound) id: string,
    @Query() { replaces }: UndoCorrectionDto,
  ): Promise<FullCallDto> {
    await this.labels.undo(accountId, id, replaces, actor);
    return fullCallView(await this.calls.getFull(accountId, id));
  }

  @Put('words')
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
    404: 'Call not found.',
    409: "The call has no result yet, a field doesn't apply to it, or another user has edited it since you loaded it.",
  })
  async editWords(
    @Caller() { accountId, actor }: Caller,
    @IdParam('id', callNotFound) id: string,
    @Body() edits: EditWordsDto,
  ): Promise<FullCallDto> {
    await this.words.edit(accountId, id, edits, actor);
    return fullCallView(await this.calls.getFull(accountId, id));
  }

  @Post('words')
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
    403: 'Viewers cannot do this, the account is a demo account, or call processing is disabled.',
    404: 'Call not found.',
    409: 'There is no language model, result or transcript, or the transcript is too unreliable.',
    429: 'Too many calls were reprocessed in the last hour.',
  })
  async writeWords(@Caller() caller: Caller, @IdParam('id', callNotFound) id: string): Promise<FullCallDto> {
    await this.reprocessCall.rewriteWords(caller, id);
    return fullCallView(await this.calls.getFull(caller.accountId, id));
  }
}
