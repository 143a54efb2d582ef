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

import type { Actor } from '@ringwell/database/accounts/activity.repository';
import { CONFIG } from '@ringwell/platform/config/config.module';
import type { Config } from '@ringwell/platform/config/settings';

import { Access } from '../auth/access.decorator';
import { CurrentActor } from '../auth/actor';
import { sendPage } from '../auth/pages/send-page';
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

const FORM = 'application/x-www-form-urlencoded';
const PAGE = { schema: { type: 'string' as const, example: '<!doctype html>…' } };

/** Documents answers that are a page for people, and JSON for programs. */
function ApiPageOrJson(description: string, problems: Record<number, string>): MethodDecorator {
  const content = (model: typeof MailSubscriptionDto | typeof ProblemDto) => ({
    'application/json': { schema: { $ref: getSchemaPath(model) } },
    'text/html': PAGE,
  });
  return applyDecorators(
    ApiExtraModels(MailSubscriptionDto),
    ApiOkResponse({ description, content: content(MailSubscriptionDto) }),
    ...Object.entries(problems).map(([status, problem]) =>
      ApiResponse({ status: Number(status), description: problem, content: content(ProblemDto) }),
    ),
  );
}

/** The link to unsubscribe that every alert by mail has. Whoever has it may use it: nobody need sign in. */
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
    operationId: 'openUnsubscribe',
    summary: 'The page of the link in a mail',
    description: 'Changes nothing: programs that look through mails open links, too.',
  })
  @ApiPageOrJson('Whether the address gets mails, with a button to change that.', {
    404: 'The link is not one of ours, or its account is gone.',
  })
  async open(@Param('token') token: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    this.answer(request, response, token, await this.unsubscribe.look(token));
  }

  @Post(':token')
  @HttpCode(200)
  @UnparsedBody()
  @ApiOperation({
    operationId: 'unsubscribe',
    summary: 'Unsubscribe, or undo it',
    description:
      'One click in a mail program is enough (RFC 8058). Every body but a form with `action=subscribe` unsubscribes.',
  })
  @ApiConsumes(FORM)
  @ApiBody({ type: UnsubscribeFormDto, required: false })
  @ApiPageOrJson('Done. It may be repeated.', {
    403: 'The request comes from another site.',
    404: 'The link is not one of ours, or its account is gone.',
    413: 'The body is too large.',
  })
  async decide(
    @Param('token') token: string,
    @CurrentActor() actor: Actor,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const wish = await readWish(request);
    this.answer(request, response, token, await this.unsubscribe.decide(token, wish, actor), true);
  }

  private answer(
    request: Request,
    response: Response,
    token: string,
    subscription: MailSubscriptionDto,
    isDecided = false,
  ): void {
    if (wantsJson(request)) response.set('Cache-Control', 'no-store').json(subscription);
    else sendPage(response, unsubscribePage({ productName: this.config.PRODUCT_NAME, token, subscription, isDecided }));
  }
}

/** Mail programs send their own fields in types of their own; only our page says `subscribe`. */
async function readWish(request: Request): Promise<'unsubscribe' | 'subscribe'> {
  if (request.is(FORM)) return (await readFormBody(request))['action'] === 'subscribe' ? 'subscribe' : 'unsubscribe';
  if (request.body === undefined) await readRequestBody(request, { name: 'form', maxBytes: MAX_FORM_BYTES }); // not JSON, which has been read
  return 'unsubscribe';
}
