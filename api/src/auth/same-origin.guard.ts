import { Inject, Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';

import { AppError } from '@ringwell/domain/app-error';
import { CONFIG } from '@ringwell/platform/config/config.module';
import type { Config } from '@ringwell/platform/config/settings';

import { isOwnOrigin } from './own-origin';
import { SessionCookie } from './session/session-cookie';

/** Methods that change nothing, by RFC 9110, 9.2.1. */
const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/** What browsers send from a sandboxed frame, and where a page wants to send no referrer. */
const HIDDEN_ORIGIN = 'null';

/**
 * Keeps other sites from acting with a visitor's cookie, whatever the body's type. A request that would change something and
 * brings our cookie must say that it comes from our own pages. One without the cookie, as of a first sign-in, may stay silent
 * about where it comes from, but must not come from elsewhere. A bearer token needs no such check, as no other site has it;
 * beside a cookie it is no excuse, as a route may look at the cookie.
 */
@Injectable()
export class SameOriginGuard implements CanActivate {
  constructor(
    private readonly cookie: SessionCookie,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<Request>();
    const hasCookie = this.cookie.read(request) !== null;
    if (SAFE_METHODS.has(request.method) || (request.headers.authorization !== undefined && !hasCookie)) return true;
    if (this.comesFromUs(request) ?? !hasCookie) return true;
    throw new AppError({
      kind: 'forbidden',
      code: 'CROSS_ORIGIN',
      message:
        'This request does not come from our own pages. Open the product and try again there; programs use a bearer token.',
    });
  }

  /** `undefined` when the request does not say where it comes from. */
  private comesFromUs(request: Request): boolean | undefined {
    const { origin, 'sec-fetch-site': site } = request.headers;
    if (origin !== undefined && origin !== HIDDEN_ORIGIN) return isOwnOrigin(origin, request, this.config);
    if (site !== undefined) return site === 'same-origin';
    return origin === undefined ? undefined : false;
  }
}
