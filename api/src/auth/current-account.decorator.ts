import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';

import type { Account } from './account';

/** The account on whose behalf the request is made; only on routes that are not public. */
export const CurrentAccount = createParamDecorator((_data: unknown, context: ExecutionContext): Account =>
  accountOf(context),
);

/** The same for a guard. */
export function accountOf(context: ExecutionContext): Account {
  return context.switchToHttp().getRequest<Request>().user as Account;
}
