import { Catch, Inject } from '@nestjs/common';
import type { Request } from 'express';

import { CONFIG } from '@ringwell/platform/config/config.module';
import type { Config } from '@ringwell/platform/config/environment-settings';
import type { Logger } from '@ringwell/platform/logging/create-logger';
import { LOGGER } from '@ringwell/platform/logging/logger.module';

import { messagePage } from '../auth/pages/message-page';
import type { Problem } from '../http/problems/problem';
import { ProblemFilter, type RenderedProblem } from '../http/problems/problem.filter';
import { wantsJson } from './wants-json';

// Renders errors as pages for users who follow a link in an email. Clients that prefer JSON get JSON.
@Catch()
export class UnsubscribeProblemFilter extends ProblemFilter {
  constructor(
    @Inject(LOGGER) logger: Logger,
    @Inject(CONFIG) private readonly config: Config,
  ) {
    super(logger);
  }

  protected override render(problem: Problem, request: Request): RenderedProblem {
    if (wantsJson(request)) return super.render(problem, request);
    const productName = this.config.PRODUCT_NAME;
    return {
      contentType: 'text/html; charset=utf-8',
      text: messagePage({
        productName,
        title: problem.statusCode === 404 ? "This link doesn't work" : 'Something went wrong',
        message: problem.message,
        links: [{ href: '/', text: `Open ${productName}` }],
      }),
    };
  }
}
