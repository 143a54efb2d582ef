import { Controller, Get, Inject, Param, Post, Req, Res, UseFilters } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';

import { AppError } from '@ringwell/domain/errors/app-error';
import { CONFIG, type Config } from '@ringwell/platform/config/config.module';

import { Access } from '../../auth/access/access.decorator';
import { fieldText, readForm, showFormAgain } from '../../auth/pages/form-request';
import { LinkProblemFilter } from '../../auth/pages/link-problem.filter';
import { sendPage } from '../../auth/pages/send-page';
import { UnparsedBody } from '../../http/body/unparsed-body.decorator';
import { STATUS_BY_KIND } from '../../http/problems/problem';
import { StrictValidationPipe } from '../../http/request/strict-validation.pipe';
import { Throttled } from '../../http/throttling/throttled.decorator';
import { alreadyTakenPage, confirmationPage, takeFollowUpPage } from './follow-up-link-pages';
import { FollowUpLinksService } from './follow-up-links.service';
import { TakeFollowUpDto } from './take-follow-up.dto';

/** The page for the "I'm on it" link in a message. Works without signing in. */
@ApiExcludeController()
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

  /** Changes nothing, because link scanners open links. */
  @Get()
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
  @UnparsedBody()
  async takeFollowUpByLink(
    @Param('token') token: string,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const { PRODUCT_NAME: productName } = this.config;
    const fields = await readForm(request);
    const linked = await this.links.open(token);
    try {
      const { name } = await this.validation.check(TakeFollowUpDto, fields);
      await this.links.take(linked, name);
      sendPage(response, confirmationPage(productName, linked));
    } catch (error) {
      if (error instanceof AppError && error.kind === 'conflict')
        sendPage(response, alreadyTakenPage(productName, linked, error.message), STATUS_BY_KIND[error.kind]);
      else
        showFormAgain(request, response, error, (failure) =>
          takeFollowUpPage(productName, token, linked, { failure, name: fieldText(fields['name']) }),
        );
    }
  }
}
