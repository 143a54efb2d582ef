import { Param, ParseUUIDPipe, type PipeTransform, type Type } from '@nestjs/common';

import type { AppError } from '@ringwell/domain/app-error';

/** A UUID in the path. A malformed id gets the 404 of an unknown one, not a 400. @param notFound the error for both */
export function IdParam(name: string, notFound: () => AppError, ...pipes: Type<PipeTransform>[]): ParameterDecorator {
  return Param(name, new ParseUUIDPipe({ exceptionFactory: notFound }), ...pipes);
}
