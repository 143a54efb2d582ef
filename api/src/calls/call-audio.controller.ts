import { Controller, Get, Req, Res, UseGuards } from '@nestjs/common';
import { ApiHeader, ApiOkResponse, ApiOperation, ApiResponse } from '@nestjs/swagger';
import type { Request, Response } from 'express';

import { Access } from '../auth/access/access.decorator';
import { Caller } from '../auth/principal/caller';
import { ApiProblems } from '../http/problems/problem.dto';
import { IdParam } from '../http/request/id-param.decorator';
import { callNotFound, CallsService } from './calls.service';
import { RecordingResponseService } from './recording-response.service';
import { VisibleCallGuard } from './visible-call.guard';

const BINARY = { schema: { type: 'string', format: 'binary' } };

@Access('account', 'viewer')
@UseGuards(VisibleCallGuard)
@Controller('api/calls/:id/audio')
export class CallAudioController {
  constructor(
    private readonly calls: CallsService,
    private readonly recordings: RecordingResponseService,
  ) {}

  @Get()
  @ApiOperation({ summary: "Get a call's recording" })
  @ApiHeader({
    name: 'Range',
    required: false,
    description: 'A single byte range of the recording.',
    example: 'bytes=0-',
  })
  @ApiOkResponse({
    description: "The whole recording, or an M4A (AAC) copy if browsers can't play the original.",
    content: { 'audio/*': BINARY },
  })
  @ApiResponse({ status: 206, description: 'The requested range.', content: { 'audio/*': BINARY } })
  @ApiProblems({
    404: 'Call not found, or its recording was never saved or has been deleted.',
    409: "Card numbers and other secrets in the recording haven't been replaced with a tone yet.",
    416: 'The requested range starts after the end of the recording.',
  })
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
