import { Param, ParseUUIDPipe, type PipeTransform, type Type } from '@nestjs/common';

import type { AppError } from '@ringwell/domain/errors/app-error';

const LOWER_CASE: PipeTransform<string, string> = { transform: (id) => id.toLowerCase() };

/**
 * A UUID in the path, in the lower case of PostgreSQL, so ids can be compared as text. A malformed id gets the same 404
 * as an unknown id.
 * @param notFound the error for both
 */
export function IdParam(name: string, notFound: () => AppError, ...pipes: Type<PipeTransform>[]): ParameterDecorator {
  return Param(name, LOWER_CASE, new ParseUUIDPipe({ exceptionFactory: notFound }), ...pipes);
}
