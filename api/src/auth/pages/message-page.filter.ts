import { Catch, Inject } from '@nestjs/common';
import type { Request } from 'express';

import { CONFIG, type Config } from '@ringwell/platform/config/config.module';
import { LOGGER, type Logger } from '@ringwell/platform/logging/logger.module';

import type { Problem } from '../../http/problems/problem';
import { ProblemFilter, type RenderedProblem } from '../../http/problems/problem.filter';
import { messagePage, type MessageFrame } from './message-page';

/** Renders errors as pages for browsers; clients that send JSON get JSON. */
@Catch()
export abstract class MessagePageFilter extends ProblemFilter {
  constructor(
    @Inject(LOGGER) logger: Logger,
    @Inject(CONFIG) protected readonly config: Config,
  ) {
    super(logger);
  }

  protected override render(problem: Problem, request: Request): RenderedProblem {
    if (this.wantsJson(request)) return super.render(problem, request);
    const { PRODUCT_NAME: productName } = this.config;
    const text = messagePage({ productName, message: problem.message, ...this.frame(problem, request) });
    return { contentType: 'text/html; charset=utf-8', text };
  }

  protected wantsJson(request: Request): boolean {
    return Boolean(request.is('json'));
  }

  protected abstract frame(problem: Problem, request: Request): MessageFrame;
}
