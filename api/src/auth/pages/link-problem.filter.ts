import { Catch, Inject } from '@nestjs/common';
import type { Request } from 'express';

import { CONFIG } from '@ringwell/platform/config/config.module';
import type { Config } from '@ringwell/platform/config/environment-settings';
import type { Logger } from '@ringwell/platform/logging/create-logger';
import { LOGGER } from '@ringwell/platform/logging/logger.module';

import type { Problem } from '../../http/problems/problem';
import { ProblemFilter, type RenderedProblem } from '../../http/problems/problem.filter';
import { messagePage } from './message-page';

// Statuses for expired and invalid links.
const LINK_STATUSES: ReadonlySet<number> = new Set([400, 404]);

/** Renders errors as pages for links in messages; clients that send JSON get JSON. */
@Catch()
export class LinkProblemFilter extends ProblemFilter {
  constructor(
    @Inject(LOGGER) logger: Logger,
    @Inject(CONFIG) private readonly config: Config,
  ) {
    super(logger);
  }

  protected override render(problem: Problem, request: Request): RenderedProblem {
    if (request.is('json')) return super.render(problem, request);
    const productName = this.config.PRODUCT_NAME;
    return {
      contentType: 'text/html; charset=utf-8',
      text: messagePage({
        productName,
        title: LINK_STATUSES.has(problem.statusCode) ? "This link doesn't work" : 'Something went wrong',
        message: problem.message,
        links: [{ href: '/', text: `Open ${productName}` }],
      }),
    };
  }
}
