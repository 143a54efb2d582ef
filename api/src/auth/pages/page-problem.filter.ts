import { Catch, Inject } from '@nestjs/common';
import type { Request } from 'express';

import { CONFIG } from '@ringwell/platform/config/config.module';
import type { Config } from '@ringwell/platform/config/settings';
import type { Logger } from '@ringwell/platform/logging/create-logger';
import { LOGGER } from '@ringwell/platform/logging/logger.module';

import type { Problem } from '../../http/problems/problem';
import { ProblemFilter, type Presentation } from '../../http/problems/problem.filter';
import { messagePage, type PageLink } from './message-page';

const LOCAL_SIGN_IN = '/api/login/local';

/** Answers errors of the routes that people open in their browser with a page; programs, which send JSON, get JSON. */
@Catch()
export class PageProblemFilter extends ProblemFilter {
  constructor(
    @Inject(LOGGER) logger: Logger,
    @Inject(CONFIG) private readonly config: Config,
  ) {
    super(logger);
  }

  protected override present(problem: Problem, request: Request): Presentation {
    if (request.is('json')) return super.present(problem, request);
    const isSignOut = request.path === '/api/logout';
    return {
      type: 'text/html; charset=utf-8',
      text: messagePage({
        productName: this.config.PRODUCT_NAME,
        title: isSignOut ? 'You are still signed in' : 'Sign-in did not work',
        message: problem.message,
        links: isSignOut ? [{ href: '/api/logout', text: 'Sign out' }] : this.waysToSignIn(request.path),
      }),
    };
  }

  private waysToSignIn(path: string): [PageLink, ...PageLink[]] {
    if (path === LOCAL_SIGN_IN) return [{ href: LOCAL_SIGN_IN, text: 'Try again' }];
    const again = { href: '/api/login', text: 'Try again' };
    return this.config.OIDC_ISSUER_URL ? [again, { href: LOCAL_SIGN_IN, text: 'Sign in with a password' }] : [again];
  }
}
