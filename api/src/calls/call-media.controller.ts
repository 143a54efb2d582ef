import { Body, Controller, Get, Patch, Query, Req, Res, UseGuards } from '@nestjs/common';
import { ApiExtraModels, ApiOkResponse, ApiOperation, getSchemaPath } from '@nestjs/swagger';
import type { Request, Response } from 'express';

import type { Call } from '@ringwell/database/calls/call.entity';
import { CallsRepository } from '@ringwell/database/calls/calls.repository';
import { isFinalCallState } from '@ringwell/domain/calls/call';
import { SPEAKERS_GUESSED } from '@ringwell/domain/calls/transcript';
import { notFound, type AppError } from '@ringwell/domain/errors/app-error';

import { Access, RequiresRole } from '../auth/access/access.decorator';
import { Caller } from '../auth/principal/caller';
import { ApiProblems } from '../http/problems/problem.dto';
import { IdParam } from '../http/request/id-param.decorator';
import { transcriptDocument } from './call-view';
import { callNotFound, CallsService } from './calls.service';
import { CorrectCallService } from './correct-call.service';
import { CorrectTranscriptDto } from './dto/correct-call.dto';
import { TranscriptDto, TranscriptQueryDto } from './dto/transcript.dto';
import { recordingFileName } from './recording-file';
import { RecordingResponseService } from './recording-response.service';
import { TRANSCRIPT_EXPIRED } from './retention-messages';
import { SendsRecording } from './sends-recording.decorator';
import { VisibleCallGuard } from './visible-call.guard';

@ApiExtraModels(TranscriptDto)
@Access('account', 'viewer')
@UseGuards(VisibleCallGuard)
@Controller('api/calls/:id')
export class CallMediaController {
  constructor(
    private readonly calls: CallsService,
    private readonly callsRepository: CallsRepository,
    private readonly correctCall: CorrectCallService,
    private readonly recordings: RecordingResponseService,
  ) {}

  @Get('transcript')
  @ApiOperation({
    summary: "Get a call's transcript",
    description:
      'Returns JSON or, with Accept: text/plain or format=text, a text file to download. If the speakers were ' +
      'guessed, the text starts with a note that says so, followed by a blank line.',
  })
  @ApiOkResponse({
    description: 'The transcript.',
    content: {
      'application/json': { schema: { $ref: getSchemaPath(TranscriptDto) } },
      'text/plain': { schema: { type: 'string', example: 'Customer: Hi, my air conditioner is blowing warm air.\n' } },
    },
  })
  @ApiProblems({
    400: 'Unknown format.',
    404: 'Call not found, or its transcript does not exist yet or has been deleted.',
  })
  async getTranscript(
    @Caller() { accountId }: Caller,
    @IdParam('id', callNotFound) id: string,
    @Query() { format }: TranscriptQueryDto,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const call = await this.calls.getOwned(accountId, id);
    const transcript = await this.callsRepository.findTranscript(accountId, id);
    if (!transcript) throw transcriptMissing(call);
    response.vary('Accept');
    if ((format ?? request.accepts(['json', 'text'])) === 'text')
      response
        .attachment(recordingFileName(call, 'txt'))
        .send(`${transcript.speakersGuessed ? `${SPEAKERS_GUESSED}\n\n` : ''}${transcript.text}\n`);
    else response.json(transcriptDocument(transcript));
  }

  @Patch('transcript')
  @RequiresRole('manager')
  @ApiOperation({
    summary: "Correct a name or word in a call's transcript",
    description: 'Quotes from the transcript are also corrected. The label and summary stay unchanged.',
  })
  @ApiOkResponse({ type: TranscriptDto, description: 'The updated transcript.' })
  @ApiProblems({
    400: 'A field is missing or invalid.',
    404: 'Call not found, or its transcript does not exist yet or has been deleted.',
    409: "The transcript doesn't contain these words.",
  })
  async correctTranscript(
    @Caller() { accountId, actor }: Caller,
    @IdParam('id', callNotFound) id: string,
    @Body() correction: CorrectTranscriptDto,
  ): Promise<TranscriptDto> {
    const call = await this.calls.getOwned(accountId, id);
    const transcript = await this.correctCall.correctTranscript(accountId, id, correction, actor);
    if (!transcript) throw transcriptMissing(call);
    return transcriptDocument(transcript);
  }

  @Get('audio')
  @ApiOperation({ summary: "Get a call's recording" })
  @SendsRecording(
    "The whole recording, or an M4A (AAC) copy if browsers can't play the original.",
    'Call not found, or its recording was never saved or has been deleted.',
  )
  async getCallAudio(
    @Caller() { accountId }: Caller,
    @IdParam('id', callNotFound) id: string,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const call = await this.calls.getOwned(accountId, id);
    await this.recordings.send(call, request, response);
  }
}

function transcriptMissing({ state, resultRunNumber, wordsExpiredAt }: Call): AppError {
  if (wordsExpiredAt && resultRunNumber !== null) return notFound('TRANSCRIPT_EXPIRED', TRANSCRIPT_EXPIRED);
  return notFound(
    'NO_TRANSCRIPT',
    isFinalCallState(state)
      ? 'This call has no transcript because processing did not finish. See the call for the reason.'
      : 'This call has no transcript yet. Try again once it has been processed.',
  );
}
