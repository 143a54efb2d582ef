import { Catch, Inject } from '@nestjs/common';
import type { Request } from 'express';

import { CONFIG } from '@ringwell/platform/config/config.module';
import type { Config } from '@ringwell/platform/config/settings';
import type { Logger } from '@ringwell/platform/logging/create-logger';
import { LOGGER } from '@ringwell/platform/logging/logger.module';

import { messagePage } from '../auth/pages/message-page';
import type { Problem } from '../http/problems/problem';
import { ProblemFilter, type Presentation } from '../http/problems/problem.filter';
import { wantsJson } from './wants-json';

/** Answers errors with a page, as people come here from their mail; programs that ask for JSON get JSON. */
@Catch()
export class UnsubscribeProblemFilter extends ProblemFilter {
  constructor(
    @Inject(LOGGER) logger: Logger,
    @Inject(CONFIG) private readonly config: Config,
  ) {
    super(logger);
  }

  protected override present(problem: Problem, request: Request): Presentation {
    if (wantsJson(request)) return super.present(problem, request);
    const productName = this.config.PRODUCT_NAME;
    return {
      type: 'text/html; charset=utf-8',
      text: messagePage({
        productName,
        title: problem.statusCode === 404 ? 'This link does not work' : 'That did not work',
        message: problem.message,
        links: [{ href: '/', text: `Open ${productName}` }],
      }),
    };
  }
}
