import { Controller, Get, Param, Post, Req, Res } from '@nestjs/common';
import { ApiOkResponse, ApiOperation } from '@nestjs/swagger';
import type { Request, Response } from 'express';

import { Access } from '../../auth/access/access.decorator';
import { getRequestedRange, sendRangeNotSatisfiable } from '../../http/partial-content';
import { ApiProblems, Responds } from '../../http/problems/problem.dto';
import { Throttled } from '../../http/throttling/throttled.decorator';
import { RecordingResponseService } from '../recording-response.service';
import { SendsRecording } from '../sends-recording.decorator';
import { ClipCutterService } from './clip-cutter.service';
import { SharedCallDto } from './shared-call.dto';
import { SharedCallsService, sharedLinkInvalid } from './shared-calls.service';

const INVALID_LINK =
  "The link doesn't work. It is unknown, has expired or was revoked, or its call or account was deleted.";

@Access('public')
@Throttled('shared')
@Controller('api/shared/:token')
export class SharedCallsController {
  constructor(
    private readonly sharedCalls: SharedCallsService,
    private readonly recordings: RecordingResponseService,
    private readonly clips: ClipCutterService,
  ) {}

  @Get()
  @ApiOperation({
    summary: 'Get a shared call',
    description: "Doesn't count as a view, because link scanners open links.",
  })
  @ApiOkResponse({ type: SharedCallDto })
  @ApiProblems({ 404: INVALID_LINK })
  getSharedCall(@Param('token') token: string): Promise<SharedCallDto> {
    return this.sharedCalls.getView(token);
  }

  @Post('opened')
  @ApiOperation({ summary: 'Count a view of a shared call' })
  @Responds(204, { description: 'Counted.' })
  @ApiProblems({ 404: INVALID_LINK })
  countSharedCallOpening(@Param('token') token: string): Promise<void> {
    return this.sharedCalls.recordView(token);
  }

  @Get('audio')
  @ApiOperation({ summary: "Get a shared call's recording or clip" })
  @SendsRecording(
    'The whole recording or clip.',
    `${INVALID_LINK} Also returned if the link doesn't share a recording or the recording has been deleted.`,
  )
  async getSharedCallAudio(
    @Param('token') token: string,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const { link, call } = await this.sharedCalls.find(token);
    if (link.scope === 'summary') throw sharedLinkInvalid();
    if (link.scope === 'whole') return this.recordings.send(call, request, response);
    sendClip(await this.clips.cutClip(link, call), request, response);
  }
}

function sendClip(clip: Buffer, request: Request, response: Response): void {
  const range = getRequestedRange(request, clip.length, undefined);
  if (range === 'not satisfiable') return sendRangeNotSatisfiable(response, clip.length);
  response
    .status(range ? 206 : 200)
    .type('audio/mpeg')
    .set({
      'Accept-Ranges': 'bytes',
      'Content-Disposition': 'inline; filename="clip.mp3"',
      ...(range && { 'Content-Range': `bytes ${range.start}-${range.end}/${clip.length}` }),
    })
    .end(range ? clip.subarray(range.start, range.end + 1) : clip);
}
