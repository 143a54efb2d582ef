import { applyDecorators, Controller, Get, HttpCode, Post, Req, Res, UseGuards, Inject } from '@nestjs/common';
import {
  ApiAcceptedResponse,
  ApiBody,
  ApiConsumes,
  ApiOkResponse,
  ApiOperation,
  type ApiBodyOptions,
} from '@nestjs/swagger';
import type { Request, Response } from 'express';

import { DEMO_UPLOAD_LIMIT } from '@ringwell/domain/accounts/account-limits';
import { isFinalCallState } from '@ringwell/domain/calls/call';
import { CONFIG, type Config } from '@ringwell/platform/config/config.module';

import { Access, RequiresRole } from '../auth/access/access.decorator';
import { Caller } from '../auth/principal/caller';
import { UnparsedBody } from '../http/body/unparsed-body.decorator';
import { ApiProblems } from '../http/problems/problem.dto';
import { IdParam } from '../http/request/id-param.decorator';
import { IdempotencyKey } from '../http/request/idempotency-key.decorator';
import { Throttled } from '../http/throttling/throttled.decorator';
import { DemoUploadGuard, TrialUploadGuard } from './demo-upload.guard';
import { demoJobView, demoPendingView, demoResultView } from './demo-view';
import { demoNotFound, DemoService } from './demo.service';
import { DemoJobDto } from './dto/demo-job.dto';
import { DemoPendingDto, DemoUploadResultDto } from './dto/demo-upload.dto';
import { DemoUsageDto } from './dto/demo-usage.dto';

const RECORDING: ApiBodyOptions = {
  required: true,
  schema: {
    type: 'object',
    required: ['audio'],
    properties: {
      audio: {
        type: 'string',
        format: 'binary',
        description: 'An audio/* file of up to 50 MB: MP3, WAV, M4A, OGG, FLAC, WebM, AMR, AAC or WMA.',
      },
    },
  },
};

const PENDING = {
  type: DemoPendingDto,
  description: 'The call is still being processed.',
  headers: { Location: { description: "URL of the call's state and result.", schema: { type: 'string' as const } } },
};

const PROBLEMS = {
  400: 'The form is malformed, has unknown fields, or does not contain a recording.',
  409: "The account's storage is full. Nothing was stored.",
  413: 'The file is larger than 50 MB.',
  415: 'The file is not audio according to its declared type or its contents.',
  422: 'The recording could not be analyzed; the message says why.',
};

/** The decorators shared by both upload routes. */
const AcceptsRecording = (): MethodDecorator =>
  applyDecorators(
    RequiresRole('member'),
    UnparsedBody('any'),
    Throttled('demo'),
    HttpCode(200),
    ApiConsumes('multipart/form-data'),
    ApiBody(RECORDING),
    ApiOkResponse({ type: DemoUploadResultDto, description: 'The result.' }),
    ApiAcceptedResponse(PENDING),
  );

@Access('session', 'viewer')
@Controller('api')
export class DemoController {
  constructor(
    private readonly demo: DemoService,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @Post('demo/upload')
  @AcceptsRecording()
  @UseGuards(DemoUploadGuard)
  @ApiOperation({
    summary: 'Try the product with a recording',
    description:
      'For demo accounts, which get five uploads. Failed uploads also count, unless the failure was internal. Recordings ' +
      'can be up to `maxMinutes` long (`GET /api/my/demo-usage`). Recordings without a result are deleted. Waits up to 25 seconds for the result. If processing takes longer, ' +
      "responds with 202 and the result's location.",
  })
  @ApiProblems({ ...PROBLEMS, 403: 'The account is not a demo account, or it has no uploads left.' })
  uploadDemo(
    @Caller() caller: Caller,
    @IdempotencyKey() idempotencyKey: string | undefined,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<DemoUploadResultDto | DemoPendingDto> {
    return this.analyze(caller, idempotencyKey, request, response);
  }

  @Post('demo/trial')
  @AcceptsRecording()
  @UseGuards(TrialUploadGuard)
  @ApiOperation({
    summary: 'Try the product with a recording in a full account',
    description:
      'Like the demo, but for active accounts: uploads are unlimited, and their minutes count toward the limit. No note is ' +
      'written, no alert is sent, and the call does not appear in lists.',
  })
  @ApiProblems({ ...PROBLEMS, 403: 'The account is a demo account.' })
  uploadTrial(
    @Caller() caller: Caller,
    @IdempotencyKey() idempotencyKey: string | undefined,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<DemoUploadResultDto | DemoPendingDto> {
    return this.analyze(caller, idempotencyKey, request, response);
  }

  @Get('demo/jobs/:id')
  @ApiOperation({ summary: 'Get the state and result of a demo call' })
  @ApiOkResponse({ type: DemoJobDto })
  async getDemoJob(@Caller() { accountId }: Caller, @IdParam('id', demoNotFound) id: string): Promise<DemoJobDto> {
    return demoJobView(await this.demo.find(accountId, id));
  }

  @Get('my/demo-usage')
  @ApiOperation({ summary: 'Get the number of demo uploads used and remaining' })
  @ApiOkResponse({ type: DemoUsageDto })
  async getDemoUsage(@Caller() { accountId }: Caller): Promise<DemoUsageDto> {
    const count = await this.demo.countUploads(accountId);
    return {
      count,
      limit: DEMO_UPLOAD_LIMIT,
      remaining: Math.max(DEMO_UPLOAD_LIMIT - count, 0),
      maxMinutes: Math.min(this.config.DEMO_MAX_MINUTES, this.config.MAX_RECORDING_HOURS * 60),
    };
  }

  private async analyze(
    caller: Caller,
    idempotencyKey: string | undefined,
    request: Request,
    response: Response,
  ): Promise<DemoUploadResultDto | DemoPendingDto> {
    const abortController = new AbortController();
    response.once('close', () => abortController.abort());
    const callId = await this.demo.accept(caller, caller.actor, request, idempotencyKey);
    const demo = await this.demo.waitForEnd(caller.accountId, callId, abortController.signal);
    if (isFinalCallState(demo.call.state)) return demoResultView(demo);
    const pendingView = demoPendingView(demo);
    response.status(202).location(pendingView.job.links.self);
    return pendingView;
  }
}
