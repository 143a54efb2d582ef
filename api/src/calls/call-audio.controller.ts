import { Controller, Get, Req, Res, UseGuards } from '@nestjs/common';
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
import { streamResponse } from '../http/stream-response';
import { callNotFound, CallsService } from './calls.service';
import { requestedRange, respondNotModified, respondRangeNotSatisfiable } from './partial-content';
import { fileNameOf, recordingKindOf } from './recording-file';
import { RECORDING_EXPIRED } from './retention-messages';
import { VisibleCallGuard } from './visible-call.guard';

// Browsers may cache it but must revalidate, because another user may have signed in since.
const CACHE_CONTROL = 'private, no-cache';
const BINARY = { schema: { type: 'string', format: 'binary' } };

@ApiTags('Dashboard')
@Access('account')
@UseGuards(VisibleCallGuard)
@Controller('api/calls/:id/audio')
export class CallAudioController {
  constructor(
    private readonly calls: CallsService,
    private readonly storage: RecordingStorage,
  ) {}

  @Get()
  @ApiOperation({ operationId: 'getCallAudio', summary: 'Get the recording of a call' })
  @ApiParam({ name: 'id', format: 'uuid', example: '7e7a2c1e-6a3f-4d0b-9a60-0b5c3b2d9f10' })
  @ApiHeader({ name: 'Range', required: false, description: 'A single part of the recording.', example: 'bytes=0-' })
  @ApiHeader({
    name: 'If-None-Match',
    required: false,
    description: 'ETag of the cached copy.',
    example: '"5f2b8c"',
  })
  @ApiOkResponse({ description: 'The whole recording.', content: { 'audio/*': BINARY } })
  @ApiResponse({ status: 206, description: 'The requested part.', content: { 'audio/*': BINARY } })
  @ApiResponse({ status: 304, description: 'The cached copy is current.' })
  @ApiProblems({
    401: 'Not signed in, and no valid token.',
    404: 'Call not found, or its recording was never saved or has been deleted.',
    416: 'The requested range starts after the end of the recording.',
    503: 'The service is temporarily unavailable. Try again in a moment.',
  })
  async get(
    @CurrentPrincipal() { userId }: Principal,
    @IdParam('id', callNotFound) id: string,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const call = await this.calls.getOwned(userId, id);
    const { key, bytes } = await this.locate(call);
    const etag = call.recordingSha256 ? `"${call.recordingSha256}"` : undefined;
    if (etag && respondNotModified(request, response, { ETag: etag, 'Cache-Control': CACHE_CONTROL })) return;
    const range = requestedRange(request, bytes, etag);
    if (range === 'not satisfiable') {
      respondRangeNotSatisfiable(response, bytes);
      return;
    }
    // Before the headers are set: an error response has others.
    const file = request.method === 'HEAD' ? undefined : await this.storage.openRead(key, range);
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
    if (file) await streamResponse(response, file);
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
      message: "The recording isn't available: it wasn't saved, or is no longer stored.",
    });
  }
}
