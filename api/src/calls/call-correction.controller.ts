import { Body, Controller, Delete, Put, Query, UseGuards } from '@nestjs/common';
import { ApiOkResponse, ApiOperation } from '@nestjs/swagger';

import { Access } from '../auth/access/access.decorator';
import { Caller } from '../auth/principal/caller';
import { ApiProblems } from '../http/problems/problem.dto';
import { IdParam } from '../http/request/id-param.decorator';
import { fullCallView } from './call-view';
import { callNotFound, CallsService } from './calls.service';
import { CorrectLabelService } from './correct-label.service';
import { CorrectLabelDto, UndoCorrectionDto } from './dto/call-correction.dto';
import { FullCallDto } from './dto/full-call.dto';
import { VisibleCallGuard } from './visible-call.guard';

@Access('account', 'member')
@UseGuards(VisibleCallGuard)
@Controller('api/calls/:id/correction')
export class CallCorrectionController {
  constructor(
    private readonly calls: CallsService,
    private readonly labels: CorrectLabelService,
  ) {}

  @Put()
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

  @Delete()
  @ApiOperation({
    summary: 'Undo a label correction',
    description: "Restores the call's original label. A label without a correction stays unchanged.",
  })
  @ApiOkResponse({ type: FullCallDto, description: 'The call with its original label.' })
  @ApiProblems({
    400: 'The parameter replaces is invalid.',
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
}
