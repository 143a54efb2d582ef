import { Catch } from '@nestjs/common';
import type { Request } from 'express';

import { LinkProblemFilter } from '../auth/pages/link-problem.filter';
import { wantsJson } from './wants-json';

// Renders errors as pages for users who follow a link in an email. Clients that prefer JSON get JSON.
@Catch()
export class UnsubscribeProblemFilter extends LinkProblemFilter {
  protected override readonly linkStatuses = [404];

  protected override wantsJson(request: Request): boolean {
    return wantsJson(request);
  }
}
