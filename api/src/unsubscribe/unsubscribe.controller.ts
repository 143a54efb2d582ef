import { applyDecorators, Controller, Get, HttpCode, Inject, Param, Post, Req, Res, UseFilters } from '@nestjs/common';
import {
  ApiBody,
  ApiConsumes,
  ApiExtraModels,
  ApiOkResponse,
  ApiOperation,
  ApiResponse,
  ApiTags,
  getSchemaPath,
} from '@nestjs/swagger';
import type { Request, Response } from 'express';

import type { Actor } from '@ringwell/database/accounts/security/activity.repository';
import { CONFIG, type Config } from '@ringwell/platform/config/config.module';

import { Access } from '../auth/access/access.decorator';
import { sendPage } from '../auth/pages/send-page';
import { CurrentActor } from '../auth/principal/actor';
import { MAX_FORM_BYTES, readFormBody } from '../http/body/form-body';
import { readRequestBody } from '../http/body/request-body';
import { UnparsedBody } from '../http/body/unparsed-body.decorator';
import { ProblemDto } from '../http/problems/problem.dto';
import { Throttled } from '../http/throttling/throttled.decorator';
import { unsubscribePage } from './unsubscribe-page';
import { UnsubscribeProblemFilter } from './unsubscribe-problem.filter';
import { MailSubscriptionDto, UnsubscribeFormDto } from './unsubscribe.dto';
import { UnsubscribeService } from './unsubscribe.service';
import { wantsJson } from './wants-json';

const FORM_MEDIA_TYPE = 'application/x-www-form-urlencoded';
const HTML_CONTENT = { schema: { type: 'string' as const, example: '<!doctype html>…' } };

function ApiPageOrJson(description: string, problems: Record<number, string>): MethodDecorator {
  const content = (model: typeof MailSubscriptionDto | typeof ProblemDto) => ({
    'application/json': { schema: { $ref: getSchemaPath(model) } },
    'text/html': HTML_CONTENT,
  });
  return applyDecorators(
    ApiExtraModels(MailSubscriptionDto),
    ApiOkResponse({ description, content: content(MailSubscriptionDto) }),
    ...Object.entries(problems).map(([status, problem]) =>
      ApiResponse({ status: Number(status), description: problem, content: content(ProblemDto) }),
    ),
  );
}

// Works without signing in.
@ApiTags('Settings')
@Access('public')
@Throttled('public')
@UseFilters(UnsubscribeProblemFilter)
@Controller('api/unsubscribe')
export class UnsubscribeController {
  constructor(
    private readonly unsubscribe: UnsubscribeService,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @Get(':token')
  @ApiOperation({
    summary: 'Open the unsubscribe page',
    description: 'Changes nothing, because mail scanners open links.',
  })
  @ApiPageOrJson('A page that says whether the address is subscribed, with a button to change that.', {
    404: 'The link is invalid, or its account was deleted.',
  })
  async openUnsubscribe(
    @Param('token') token: string,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    this.respond(request, response, token, await this.unsubscribe.getSubscription(token));
  }

  @Post(':token')
  @HttpCode(200)
  @UnparsedBody()
  @ApiOperation({
    operationId: 'unsubscribe',
    summary: 'Unsubscribe or resubscribe',
    description:
      'Supports one-click unsubscribe in email apps (RFC 8058). ' +
      'Any body except a form with `action=subscribe` unsubscribes.',
  })
  @ApiConsumes(FORM_MEDIA_TYPE)
  @ApiBody({ type: UnsubscribeFormDto, required: false })
  @ApiPageOrJson('The change is stored. Repeating the request has no effect.', {
    403: 'The request came from another site.',
    404: 'The link is invalid, or its account was deleted.',
    413: 'The body is too large.',
  })
  async update(
    @Param('token') token: string,
    @CurrentActor() actor: Actor,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const action = await readAction(request);
    this.respond(request, response, token, await this.unsubscribe.update(token, action, actor), true);
  }

  private respond(
    request: Request,
    response: Response,
    token: string,
    subscription: MailSubscriptionDto,
    isUpdated = false,
  ): void {
    if (wantsJson(request)) response.json(subscription);
    else sendPage(response, unsubscribePage({ productName: this.config.PRODUCT_NAME, token, subscription, isUpdated }));
  }
}

// Email apps send other fields and content types. Only the product's page sends `subscribe`.
async function readAction(request: Request): Promise<'unsubscribe' | 'subscribe'> {
  if (request.is(FORM_MEDIA_TYPE))
    return (await readFormBody(request))['action'] === 'subscribe' ? 'subscribe' : 'unsubscribe';
  // The interceptor has already read JSON.
  if (request.body === undefined) await readRequestBody(request, { name: 'form', maxBytes: MAX_FORM_BYTES });
  return 'unsubscribe';
}
