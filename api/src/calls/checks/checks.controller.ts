import { Body, Controller, Get, Post, Put, Res, UseGuards } from '@nestjs/common';
import { ApiOkResponse, ApiOperation } from '@nestjs/swagger';
import type { Response } from 'express';

import type { OpenCheck } from '@ringwell/database/calls/call-checks.repository';
import { callTime } from '@ringwell/domain/calls/call';

import { Access, RequiresRole } from '../../auth/access/access.decorator';
import { LimitedExport } from '../../auth/access/limited-export.decorator';
import { visibleAccountId } from '../../auth/access/visible-account';
import { assertConfirmedSession } from '../../auth/confirmation/assert-confirmed';
import { Caller } from '../../auth/principal/caller';
import { ApiProblems, Responds } from '../../http/problems/problem.dto';
import { IdParam } from '../../http/request/id-param.decorator';
import { toDto } from '../../http/response/to-dto';
import { streamResponse } from '../../http/stream-response';
import { Throttled } from '../../http/throttling/throttled.decorator';
import { VisibleCallGuard } from '../visible-call.guard';
import { checkNotFound, ChecksService } from './checks.service';
import { AccuracyReportDto } from './dto/accuracy.dto';
import { AnswerCheckDto, CheckResultDto, DrawnCallDto, SkipCheckDto } from './dto/check.dto';

const EXAMPLE_LINE =
  '{"id":"7e7a2c1e-6a3f-4d0b-9a60-0b5c3b2d9f10","direction":"inbound","asrStyle":true,' +
  '"turns":[{"speaker":"agent","text":"Cedar Creek, hello."},{"speaker":"customer","text":"Thank you so much."}],' +
  '"label":"positive","needsFollowUp":false}\n';

@Access('account', 'member')
@UseGuards(VisibleCallGuard)
@Controller('api/checks')
export class ChecksController {
  constructor(private readonly checks: ChecksService) {}

  @Post()
  @Throttled('draw-checks')
  @ApiOperation({
    summary: 'Draw calls to check',
    description:
      'Draws up to five random calls from the last 90 days with a label and a recording. A call is drawn ' +
      'only once. Drawn calls that you have not checked yet come first.',
  })
  @Responds(200, { type: [DrawnCallDto] })
  @ApiProblems({
    403: 'Viewers cannot check calls.',
    429: 'Too many calls were drawn in the last hour.',
  })
  async drawChecks(@Caller() caller: Caller): Promise<DrawnCallDto[]> {
    return (await this.checks.draw(caller)).map(drawnCallView);
  }

  @Put(':id/answer')
  @ApiOperation({
    summary: 'Answer a check',
    description:
      "Answers are final. If the call's label differs, it is corrected, unless a user has already corrected it. " +
      'Undoing that correction does not change the answer.',
  })
  @ApiOkResponse({ type: CheckResultDto })
  @ApiProblems({
    400: 'The answer is missing or invalid.',
    403: 'Viewers cannot check calls.',
    404: 'The call was not found or was not drawn.',
    409: 'The call was already checked or skipped.',
  })
  answerCheck(
    @Caller() caller: Caller,
    @IdParam('id', checkNotFound) id: string,
    @Body() { answer }: AnswerCheckDto,
  ): Promise<CheckResultDto> {
    return this.checks.answer(caller, id, answer);
  }

  @Post(':id/skip')
  @ApiOperation({ summary: 'Skip a drawn call', description: 'The call will not be drawn again.' })
  @Responds(204, { description: 'The call is skipped.' })
  @ApiProblems({
    400: 'The reason is missing or invalid.',
    403: 'Viewers cannot check calls.',
    404: 'The call was not drawn.',
    409: 'The call was already checked or skipped.',
  })
  skipCheck(
    @Caller() caller: Caller,
    @IdParam('id', checkNotFound) id: string,
    @Body() { reason }: SkipCheckDto,
  ): Promise<void> {
    return this.checks.skip(caller, id, reason);
  }

  @Get('accuracy')
  @RequiresRole('viewer')
  @ApiOperation({
    summary: 'Get label accuracy',
    description: "Based on the calls that were drawn and checked. Other corrections don't count.",
  })
  @ApiOkResponse({ type: AccuracyReportDto })
  getAccuracy(@Caller() caller: Caller): Promise<AccuracyReportDto> {
    return this.checks.getAccuracy(visibleAccountId(caller));
  }

  @Get('export.jsonl')
  @RequiresRole('manager')
  @LimitedExport()
  @ApiOperation({
    summary: 'Export checked calls',
    description:
      'Returns transcripts of the checked calls with the labels that users chose, one JSON object per line, in the ' +
      "format of `npm run evaluate`. needsFollowUp is the analyst's judgment.",
  })
  @ApiOkResponse({
    description: 'One line per call.',
    content: { 'application/x-ndjson': { schema: { type: 'string', example: EXAMPLE_LINE } } },
  })
  @ApiProblems({
    403: 'Owners and managers only. Requires a sign-in within the last 15 minutes, except for tokens.',
  })
  async exportCheckedCalls(@Caller() caller: Caller, @Res() response: Response): Promise<void> {
    assertConfirmedSession(caller);
    const lines = await this.checks.export(visibleAccountId(caller));
    response.attachment('checked-calls.jsonl').type('application/x-ndjson');
    await streamResponse(response, lines);
  }
}

function drawnCallView(call: OpenCheck): DrawnCallDto {
  return toDto(DrawnCallDto, call, {
    from: call.fromNumber,
    to: call.toNumber,
    startedAt: callTime(call),
    durationSeconds: call.durationSeconds === null ? null : Number(call.durationSeconds),
    audio: `/api/calls/${call.id}/audio`,
  });
}
