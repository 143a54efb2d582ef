import { Controller, Get, Query, Req, Res } from '@nestjs/common';
import { ApiExtraModels, ApiOkResponse, ApiOperation, ApiParam, ApiTags, getSchemaPath } from '@nestjs/swagger';
import type { Request, Response } from 'express';

import type { Call } from '@ringwell/database/calls/call.entity';
import { CallsRepository } from '@ringwell/database/calls/calls.repository';
import { AppError } from '@ringwell/domain/app-error';
import { isFinalCallState } from '@ringwell/domain/call';

import { Access } from '../auth/access.decorator';
import { CurrentPrincipal } from '../auth/current-principal.decorator';
import type { Principal } from '../auth/principal';
import { ApiProblems } from '../http/problems/problem.dto';
import { IdParam } from '../http/request/id-param.decorator';
import { transcriptDocument } from './call-view';
import { TranscriptDto, TranscriptQueryDto } from './dto/transcript.dto';
import { TRANSCRIPT_EXPIRED } from './expired';
import { callNotFound, OwnCalls } from './own-calls';
import { fileNameOf } from './recording-file';

/** What was said in a call, on request. */
@ApiTags('Dashboard')
@ApiExtraModels(TranscriptDto)
@Access('account')
@Controller('api/calls/:id/transcript')
export class CallTranscriptController {
  constructor(
    private readonly ownCalls: OwnCalls,
    private readonly calls: CallsRepository,
  ) {}

  @Get()
  @ApiOperation({
    operationId: 'getTranscript',
    summary: 'The transcript of a call',
    description: 'As JSON; with Accept: text/plain or format=text as a file to save.',
  })
  @ApiParam({ name: 'id', format: 'uuid', example: '7e7a2c1e-6a3f-4d0b-9a60-0b5c3b2d9f10' })
  @ApiOkResponse({
    description: 'The words of the call.',
    content: {
      'application/json': { schema: { $ref: getSchemaPath(TranscriptDto) } },
      'text/plain': { schema: { type: 'string', example: 'Customer: Hi, my air conditioner is blowing warm air.\n' } },
    },
  })
  @ApiProblems({
    400: 'There is no such format.',
    401: 'The token or the session is missing or cannot be used.',
    404: 'The account has no call of this id, or the call no transcript yet, or none any more.',
    503: 'The database is away; try again in a moment.',
  })
  async get(
    @CurrentPrincipal() { userId }: Principal,
    @IdParam('id', callNotFound) id: string,
    @Query() { format }: TranscriptQueryDto,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const call = await this.ownCalls.find(userId, id);
    const transcript = await this.calls.findTranscript(userId, id);
    if (!transcript) throw noTranscript(call);
    response.set('Cache-Control', 'no-store').vary('Accept');
    if ((format ?? request.accepts(['json', 'text'])) === 'text')
      response.attachment(fileNameOf(call, 'txt')).send(`${transcript.text}\n`);
    else response.json(transcriptDocument(transcript));
  }
}

function noTranscript({ state, resultRunNumber, wordsExpiredAt }: Call): AppError {
  if (wordsExpiredAt && resultRunNumber !== null)
    return new AppError({ kind: 'not_found', code: 'TRANSCRIPT_EXPIRED', message: TRANSCRIPT_EXPIRED });
  return new AppError({
    kind: 'not_found',
    code: 'NO_TRANSCRIPT',
    message: isFinalCallState(state)
      ? 'This call has no transcript, because it was not processed to its end. The call itself says why.'
      : 'There is no transcript of this call yet. Ask again when the call is completed.',
  });
}
