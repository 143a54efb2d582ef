import { Controller, Get, HttpCode, Inject, Param, Post, Req, Res, UseFilters } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';

import { AppError } from '@ringwell/domain/errors/app-error';
import { CONFIG, type Config } from '@ringwell/platform/config/config.module';

import { Access } from '../../auth/access/access.decorator';
import { ApiPage, ApiPageProblems } from '../../auth/pages/api-page.decorator';
import { readFields, runForm, AcceptsForm, fieldText } from '../../auth/pages/form-request';
import { LinkProblemFilter } from '../../auth/pages/link-problem.filter';
import { sendPage } from '../../auth/pages/send-page';
import { STATUS_BY_KIND } from '../../http/problems/problem';
import { StrictValidationPipe } from '../../http/request/strict-validation.pipe';
import { Throttled } from '../../http/throttling/throttled.decorator';
import { alreadyTakenPage, confirmationPage, takeFollowUpPage } from './follow-up-link-pages';
import { FollowUpLinksService, type LinkedFollowUp } from './follow-up-links.service';
import { TakeFollowUpDto } from './take-follow-up.dto';

const LINK_INVALID = 'The link is invalid, or the follow-up was deleted.';
const LINK_EXPIRED = 'The link has expired.';

/** The page for the "I'm on it" link in a message. Works without signing in. */
@ApiTags('Follow-ups')
@Access('public')
@Throttled('public')
@UseFilters(LinkProblemFilter)
@Controller('api/follow-up-links/:token')
export class FollowUpLinksController {
  constructor(
    private readonly links: FollowUpLinksService,
    private readonly validation: StrictValidationPipe,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @Get()
  @ApiOperation({
    summary: 'Open the page for taking a follow-up',
    description: 'Changes nothing, because link scanners open links.',
  })
  @ApiPage('The customer to call back and a button to take the follow-up, or who took it first.')
  @ApiPageProblems({ 400: LINK_EXPIRED, 404: LINK_INVALID })
  async openFollowUpLink(@Param('token') token: string, @Res() response: Response): Promise<void> {
    const linkedFollowUp = await this.links.open(token);
    const problem = await this.links.findProblem(linkedFollowUp);
    sendPage(
      response,
      problem
        ? alreadyTakenPage(this.config.PRODUCT_NAME, linkedFollowUp, problem.message)
        : takeFollowUpPage(this.config.PRODUCT_NAME, token, linkedFollowUp),
    );
  }

  @Post()
  @HttpCode(200)
  @ApiOperation({
    summary: 'Take a follow-up with the link in a message',
    description: 'Each link works once.',
  })
  @AcceptsForm(TakeFollowUpDto, ApiPageProblems)
  @ApiPage('The follow-up is taken.')
  @ApiPageProblems({
    400: `The name is missing. ${LINK_EXPIRED}`,
    403: 'The request came from another site.',
    404: LINK_INVALID,
    409: 'The link was already used, or the follow-up is closed or taken. The message says by whom and when.',
  })
  async takeFollowUpByLink(
    @Param('token') token: string,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const fields = await readFields(request);
    const linkedFollowUp = await this.links.open(token);
    await runForm(
      request,
      response,
      () => this.takeAndRespond(linkedFollowUp, fields, request, response),
      (failure) =>
        takeFollowUpPage(this.config.PRODUCT_NAME, token, linkedFollowUp, { failure, name: fieldText(fields['name']) }),
    );
  }

  private async takeAndRespond(
    linked: LinkedFollowUp,
    fields: Record<string, unknown>,
    request: Request,
    response: Response,
  ): Promise<void> {
    const { PRODUCT_NAME: productName } = this.config;
    try {
      const { name } = await this.validation.check(TakeFollowUpDto, fields);
      await this.links.take(linked, name);
      sendPage(response, confirmationPage(productName, linked));
    } catch (error) {
      if (!(error instanceof AppError) || error.kind !== 'conflict' || request.is('json')) throw error;
      sendPage(response, alreadyTakenPage(productName, linked, error.message), STATUS_BY_KIND[error.kind]);
    }
  }
}
