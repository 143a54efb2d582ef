import { Controller, Get, Req, Res } from '@nestjs/common';
import { ApiHeader, ApiOkResponse, ApiOperation, ApiParam, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';

import type { Call } from '@ringwell/database/calls/call.entity';
import { AppError } from '@ringwell/domain/app-error';
import { RecordingStorage, type StoredRecording } from '@ringwell/platform/storage/recording-storage';

import { Access } from '../auth/access.decorator';
import { CurrentPrincipal } from '../auth/current-principal.decorator';
import type { Principal } from '../auth/principal';
import { ApiProblems } from '../http/problems/problem.dto';
import { IdParam } from '../http/request/id-param.decorator';
import { RECORDING_EXPIRED } from './expired';
import { callNotFound, OwnCalls } from './own-calls';
import { fileNameOf, recordingKindOf } from './recording-file';
import { answerRangeBehindEnd, rangeOf } from './recording-range';
import { streamAnswer } from './stream-answer';
import { answerUnchanged } from './unchanged-answer';

/** A browser may keep it for its user, but asks each time, as the user may have changed. */
const CACHE_CONTROL = 'private, no-cache';
const BINARY = { schema: { type: 'string', format: 'binary' } };

/** The recording of a call, for players: whole or in parts. */
@ApiTags('Dashboard')
@Access('account')
@Controller('api/calls/:id/audio')
export class CallAudioController {
  constructor(
    private readonly ownCalls: OwnCalls,
    private readonly storage: RecordingStorage,
  ) {}

  @Get()
  @ApiOperation({ operationId: 'getCallAudio', summary: 'The recording of a call' })
  @ApiParam({ name: 'id', format: 'uuid', example: '7e7a2c1e-6a3f-4d0b-9a60-0b5c3b2d9f10' })
  @ApiHeader({ name: 'Range', required: false, description: 'One part of the recording.', example: 'bytes=0-' })
  @ApiHeader({
    name: 'If-None-Match',
    required: false,
    description: 'The ETag of the copy that is there.',
    example: '"5f2b8c"',
  })
  @ApiOkResponse({ description: 'All of it.', content: { 'audio/*': BINARY } })
  @ApiResponse({ status: 206, description: 'The part that was asked for.', content: { 'audio/*': BINARY } })
  @ApiResponse({ status: 304, description: 'The copy that is there is current.' })
  @ApiProblems({
    401: 'The token or the session is missing or cannot be used.',
    404: 'The account has no call of this id, or the call has no recording, or none any more.',
    416: 'The recording is shorter than the part that was asked for.',
    503: 'A store is away; try again in a moment.',
  })
  async get(
    @CurrentPrincipal() { userId }: Principal,
    @IdParam('id', callNotFound) id: string,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const call = await this.ownCalls.find(userId, id);
    const { key, bytes } = await this.locate(call);
    const etag = call.recordingSha256 ? `"${call.recordingSha256}"` : undefined;
    if (etag && answerUnchanged(request, response, { ETag: etag, 'Cache-Control': CACHE_CONTROL })) return;
    const range = rangeOf(request, bytes, etag);
    if (range === 'behind the end') {
      answerRangeBehindEnd(response, bytes);
      return;
    }
    const file = request.method === 'HEAD' ? undefined : await this.storage.openRead(key, range); // before the headers: an error has others
    const { mimeType, extension } = recordingKindOf(call);
    response
      .status(range ? 206 : 200)
      .type(mimeType)
      .set({
        'Cache-Control': CACHE_CONTROL,
        'Accept-Ranges': 'bytes',
        'Content-Disposition': `inline; filename="${fileNameOf(call, extension)}"`,
        'Content-Length': String(range ? range.end - range.start + 1 : bytes),
        ...(etag && { ETag: etag }),
        ...(range && { 'Content-Range': `bytes ${range.start}-${range.end}/${bytes}` }),
      });
    if (file) await streamAnswer(response, file);
    else response.end();
  }

  private async locate({ recordingKey: key, recordingExpiredAt }: Call): Promise<StoredRecording & { key: string }> {
    if (recordingExpiredAt)
      throw new AppError({ kind: 'not_found', code: 'RECORDING_EXPIRED', message: RECORDING_EXPIRED });
    const stored = key === null ? undefined : await this.storage.stat(key);
    if (key !== null && stored) return { key, ...stored };
    throw new AppError({
      kind: 'not_found',
      code: 'RECORDING_MISSING',
      message: 'There is no recording of this call: it was not fetched, or is no longer stored.',
    });
  }
}
