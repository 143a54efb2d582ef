import type { NextFunction, Request, Response } from 'express';

import type { Principal } from '../auth/principal';
import type { ApiCallCounter } from './api-call-counter';

/** Counts every request that a bearer token opened, whatever its answer. Only when it is over is it known who made it. */
export function countApiCalls(counter: ApiCallCounter) {
  return (request: Request, response: Response, next: NextFunction): void => {
    response.once('close', () => {
      const account = request.user as Principal | undefined;
      if (account?.credential.kind === 'token') counter.count(account.userId);
    });
    next();
  };
}
