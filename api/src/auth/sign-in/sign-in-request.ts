import type { Request } from 'express';

import { AppError } from '@ringwell/domain/app-error';

import { readFormBody } from '../../http/body/form-body';

/** What was sent to sign in, not yet checked: by our page as a form, by programs as JSON, which has been read already. */
export async function readSignInRequest(request: Request): Promise<object> {
  if (request.is('urlencoded')) return await readFormBody(request);
  if (!request.is('json')) {
    throw new AppError({
      kind: 'unsupported_media',
      code: 'UNSUPPORTED_CONTENT_TYPE',
      message: 'Send e-mail address and password as a form or as JSON.',
    });
  }
  const body: unknown = request.body;
  return typeof body === 'object' && body !== null ? body : {};
}
