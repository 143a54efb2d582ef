import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { isUUID } from 'class-validator';
import type { Request } from 'express';

import { CallsRepository } from '@ringwell/database/calls/calls.repository';

import { getPrincipal } from '../auth/principal/caller';
import { callNotFound } from './calls.service';

/** Hides a demo account's calls, except its demo calls. For routes with `:id`. */
@Injectable()
export class VisibleCallGuard implements CanActivate {
  constructor(private readonly calls: CallsRepository) {}

  /** @throws AppError `CALL_NOT_FOUND` */
  async canActivate(context: ExecutionContext): Promise<boolean> {
    const { accountId, status } = getPrincipal(context);
    const { id } = context.switchToHttp().getRequest<Request<{ id?: string }>>().params;
    if (status === 'active' || id === undefined) return true;
    const call = isUUID(id) ? await this.calls.find(accountId, id) : null;
    if (call?.source !== 'demo') throw callNotFound();
    return true;
  }
}
