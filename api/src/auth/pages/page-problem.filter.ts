import { Catch, Inject } from '@nestjs/common';
import type { Request } from 'express';

import { CONFIG } from '@ringwell/platform/config/config.module';
import type { Config } from '@ringwell/platform/config/settings';
import type { Logger } from '@ringwell/platform/logging/create-logger';
import { LOGGER } from '@ringwell/platform/logging/logger.module';

import type { Problem } from '../../http/problems/problem';
import { ProblemFilter, type RenderedProblem } from '../../http/problems/problem.filter';
import { messagePage, type PageLink } from './message-page';

const LOCAL_SIGN_IN = '/api/login/local';

/** Renders errors as pages for browsers; clients that send JSON get JSON. */
@Catch()
export class PageProblemFilter extends ProblemFilter {
  constructor(
    @Inject(LOGGER) logger: Logger,
    @Inject(CONFIG) private readonly config: Config,
  ) {
    super(logger);
  }

  protected override render(problem: Problem, request: Request): RenderedProblem {
    if (request.is('json')) return super.render(problem, request);
    const isSignOut = request.path === '/api/logout';
    return {
      contentType: 'text/html; charset=utf-8',
      text: messagePage({
        productName: this.config.PRODUCT_NAME,
        title: isSignOut ? "You're still signed in" : "Couldn't sign you in",
        message: problem.message,
        links: isSignOut ? [{ href: '/api/logout', text: 'Sign out' }] : this.signInLinks(request.path),
      }),
    };
  }

  private signInLinks(path: string): [PageLink, ...PageLink[]] {
    if (path === LOCAL_SIGN_IN) return [{ href: LOCAL_SIGN_IN, text: 'Try again' }];
    const again = { href: '/api/login', text: 'Try again' };
    return this.config.OIDC_ISSUER_URL ? [again, { href: LOCAL_SIGN_IN, text: 'Sign in with a password' }] : [again];
  }
}
