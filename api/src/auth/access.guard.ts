import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';

import { AppError } from '@ringwell/domain/app-error';

import { Access, type AccessLevel } from './access.decorator';
import { BearerGuard } from './bearer.guard';

/** Stands before every route and lets in whom the route names; a route that names nobody lets nobody in. */
@Injectable()
export class AccessGuard implements CanActivate {
  private readonly guards: Record<AccessLevel, CanActivate>;

  constructor(private readonly reflector: Reflector, bearer: BearerGuard) {
    this.guards = { public: { canActivate: () => true }, bearer };
  }

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const level = this.reflector.getAllAndOverride(Access, [context.getHandler(), context.getClass()]) as AccessLevel | undefined;
    if (!level) throw new AppError({ kind: 'forbidden', code: 'ROUTE_CLOSED', message: 'Nobody may use this address.' });
    return await this.guards[level].canActivate(context) as boolean;
  }
}
