import { Inject, Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';

import { forbidden, type AppError } from '@ringwell/domain/errors/app-error';
import { CONFIG, type Config } from '@ringwell/platform/config/config.module';
import { getPublicUrl } from '@ringwell/platform/config/public-url';

import { SessionCookie } from '../session/session-cookie';
import { isFromUnknownHost, isSameOrigin } from './same-origin';

// RFC 9110, section 9.2.1.
const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

// Browsers send this from sandboxed frames and from pages with the referrer policy no-referrer.
const OPAQUE_ORIGIN = 'null';

/**
 * Protects against cross-site request forgery: a state-changing request with the session cookie must prove that it
 * comes from our own pages. Without the cookie, as on a first sign-in, the request may omit its origin but must not
 * come from another site. Requests with only a bearer token aren't checked, because other sites don't have the token.
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
    if (this.isFromOwnPage(request) ?? !hasCookie) return true;
    if (isFromUnknownHost(request.headers.origin ?? '', request, this.config)) throw this.unknownHost();
    throw forbidden(
      'CROSS_ORIGIN',
      'This request came from another site. Open the app and try again there. Other clients must use a bearer token.',
    );
  }

  private unknownHost(): AppError {
    return forbidden(
      'UNKNOWN_HOST',
      `Open the app at ${getPublicUrl(this.config)}. Your administrator can set PUBLIC_URL to another address.`,
    );
  }

  // `undefined` if the request doesn't state its origin.
  private isFromOwnPage(request: Request): boolean | undefined {
    const { origin, 'sec-fetch-site': site } = request.headers;
    if (origin !== undefined && origin !== OPAQUE_ORIGIN) return isSameOrigin(origin, request, this.config);
    if (site !== undefined) return site === 'same-origin';
    return origin === undefined ? undefined : false;
  }
}
