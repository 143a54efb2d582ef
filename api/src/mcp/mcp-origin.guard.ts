import { Inject, Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';

import { forbidden } from '@ringwell/domain/errors/app-error';
import { CONFIG, type Config } from '@ringwell/platform/config/config.module';
import { getPublicUrl } from '@ringwell/platform/config/public-url';

/**
 * Rejects requests from other sites' pages, as the protocol requires to prevent DNS rebinding. The origin must match
 * PUBLIC_URL rather than the Host header, which names the attacker's site after rebinding.
 */
@Injectable()
export class McpOriginGuard implements CanActivate {
  constructor(@Inject(CONFIG) private readonly config: Pick<Config, 'PUBLIC_URL' | 'PORT'>) {}

  canActivate(context: ExecutionContext): boolean {
    const { origin } = context.switchToHttp().getRequest<Request>().headers;
    if (origin === undefined || origin === new URL(getPublicUrl(this.config)).origin) return true;
    throw forbidden(
      'CROSS_ORIGIN',
      "This request came from another site's page. Connect an assistant or a program, not a web page.",
    );
  }
}
