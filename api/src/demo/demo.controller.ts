import { Controller, Get, Header, HttpCode, Post, Req, Res, UseGuards } from '@nestjs/common';
import {
  ApiAcceptedResponse,
  ApiBody,
  ApiConsumes,
  ApiOkResponse,
  ApiOperation,
  ApiParam,
  ApiTags,
} from '@nestjs/swagger';
import type { Request, Response } from 'express';

import type { Actor } from '@ringwell/database/accounts/activity.repository';
import { isFinalCallState } from '@ringwell/domain/call';

import { Access } from '../auth/access.decorator';
import { CurrentActor } from '../auth/actor';
import { CurrentPrincipal } from '../auth/current-principal.decorator';
import type { Principal } from '../auth/principal';
import { UnparsedBody } from '../http/body/unparsed-body.decorator';
import { ApiProblems } from '../http/problems/problem.dto';
import { IdParam } from '../http/request/id-param.decorator';
import { IdempotencyKey } from '../http/request/idempotency-key.decorator';
import { Throttled } from '../http/throttling/throttled.decorator';
import { DemoUploadGuard } from './demo-upload.guard';
import { demoAnswer, demoJob, demoPending } from './demo-view';
import { demoNotFound, DemoService } from './demo.service';
import { DemoAnswerDto, DemoPendingDto } from './dto/demo-answer.dto';
import { DemoJobDto } from './dto/demo-job.dto';

/** Trying the product with a recording of one's own, before the account is activated. */
@ApiTags('Dashboard')
@Access('session')
@Controller('api/demo')
export class DemoController {
  constructor(private readonly demo: DemoService) {}

  @Post('upload')
  @UnparsedBody()
  @Throttled('demo')
  @HttpCode(200)
  @Header('Cache-Control', 'no-store')
  @UseGuards(DemoUploadGuard)
  @ApiOperation({
    operationId: 'uploadDemo',
    summary: 'Try the product with a recording',
    description:
      'For demo accounts, which have five uploads. Waits up to 25 s for the result; when it takes longer, says where to ask for it.',
  })
  @ApiConsumes('multipart/form-data')
  @ApiBody({
    required: true,
    schema: {
      type: 'object',
      required: ['audio'],
      properties: {
        audio: {
          type: 'string',
          format: 'binary',
          description: 'A file of a type audio/* of at most 50 MB: MP3, WAV, M4A, OGG, FLAC, WebM, AMR or AAC.',
        },
      },
    },
  })
  @ApiOkResponse({ type: DemoAnswerDto, description: 'The result.' })
  @ApiAcceptedResponse({
    type: DemoPendingDto,
    description: 'It takes longer.',
    headers: { Location: { description: 'Where state and result will be.', schema: { type: 'string' } } },
  })
  @ApiProblems({
    400: 'The form is broken, has other fields, or brings no recording.',
    401: 'Nobody is signed in.',
    403: 'The account is no demo account, or its uploads are used up.',
    413: 'The file is larger than 50 MB.',
    415: 'The file is not audio, by its declared type or by its bytes.',
    422: 'The recording could not be analysed; the message says why.',
    503: 'A store is away; try again in a moment.',
  })
  async upload(
    @CurrentPrincipal() { userId }: Principal,
    @CurrentActor() actor: Actor,
    @IdempotencyKey() idempotencyKey: string | undefined,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<DemoAnswerDto | DemoPendingDto> {
    const gone = new AbortController();
    response.once('close', () => gone.abort());
    const callId = await this.demo.accept(userId, actor, request, idempotencyKey);
    const demo = await this.demo.awaitEnd(userId, callId, gone.signal);
    if (isFinalCallState(demo.call.state)) return demoAnswer(demo);
    const pending = demoPending(demo);
    response.status(202).location(pending.job.links.self);
    return pending;
  }

  @Get('jobs/:id')
  @Header('Cache-Control', 'no-store')
  @ApiOperation({ operationId: 'getDemoJob', summary: 'State and result of a demo' })
  @ApiParam({ name: 'id', format: 'uuid', example: '7e7a2c1e-6a3f-4d0b-9a60-0b5c3b2d9f10' })
  @ApiOkResponse({ type: DemoJobDto })
  @ApiProblems({
    401: 'Nobody is signed in.',
    404: 'The account has no demo of this id.',
    503: 'The database is away; try again in a moment.',
  })
  async get(@CurrentPrincipal() { userId }: Principal, @IdParam('id', demoNotFound) id: string): Promise<DemoJobDto> {
    return demoJob(await this.demo.find(userId, id));
  }
}
