import { Param, ParseUUIDPipe, type PipeTransform, type Type } from '@nestjs/common';
import { ApiParam } from '@nestjs/swagger';

import type { AppError } from '@ringwell/domain/errors/app-error';
import type { ErrorCode } from '@ringwell/domain/errors/error-codes';

import { ApiProblems } from '../problems/problem.dto';

const LOWER_CASE_PIPE: PipeTransform<string, string> = { transform: (id) => id.toLowerCase() };

// The example ids in the OpenAPI document, keyed by the error for an unknown id.
const EXAMPLE_IDS: Partial<Record<ErrorCode, string>> = {
  AGENT_NOT_FOUND: '0b9d5b0e-2f2c-4c8a-8f5d-4a1f6f0f7d11',
  ASSISTANT_NOT_FOUND: '2f6c1f0e-4c1f-4a57-8f0c-5b2a9e7d6c10',
  CALL_NOT_FOUND: '7e7a2c1e-6a3f-4d0b-9a60-0b5c3b2d9f10',
  CHECK_NOT_FOUND: '7e7a2c1e-6a3f-4d0b-9a60-0b5c3b2d9f10',
  CUSTOMER_NOT_FOUND: 'b1d8f8f4-3f0a-4b87-8b53-6b6f5f1c2a10',
  DELIVERY_NOT_FOUND: '7e7a2c1e-6a3f-4d0b-9a60-0b5c3b2d9f10',
  DEMO_NOT_FOUND: '7e7a2c1e-6a3f-4d0b-9a60-0b5c3b2d9f10',
  ERASURE_NOT_FOUND: '0c3f5a52-6c58-4e1f-9f61-2f4d2f0b7c11',
  EXPORT_NOT_FOUND: '5d0f6f0e-2f0c-4a52-9d1b-3c1f7f5e8a44',
  FILTER_NOT_FOUND: 'c81f0a52-43f4-4e0b-9a54-0d6c3a0b7f31',
  FOLLOW_UP_NOT_FOUND: '3d1c5a52-4b2e-4a6c-9a54-0f0d7a3b1c22',
  INVITATION_NOT_FOUND: '9b1f7c3d-4c1f-4a57-8f0c-5b2a9e7d6c10',
  SECOND_FACTOR_NOT_FOUND: '3f2a1c9e-5a37-4d0f-8a55-0f9f3c1f7d10',
  SESSION_NOT_FOUND: '0b0c3c0e-6d0e-4a39-9a4b-0f6b8f5d9c11',
  SHARE_NOT_FOUND: '2f7b1f39-13fd-49b5-a84c-1ed6f6a0f6f1',
  TOKEN_NOT_FOUND: 'a3d1f0c4-4c1f-4a57-8f0c-5b2a9e7d6c10',
};
const DEFAULT_EXAMPLE_ID = '5f0c2a8e-7a2b-4d55-9a3e-0d6f1b7c9e21';

/**
 * A UUID in the path, converted to lowercase as in PostgreSQL, so ids can be compared as text. A malformed id gets the
 * same 404 as an unknown id.
 * @param notFound creates the error for both
 */
export function IdParam(name: string, notFound: () => AppError, ...pipes: Type<PipeTransform>[]): ParameterDecorator {
  const { code, message } = notFound();
  const [description = message] = message.split(/(?<=\.) /);
  return withDocumentation(
    Param(name, LOWER_CASE_PIPE, new ParseUUIDPipe({ exceptionFactory: notFound }), ...pipes),
    ApiParam({ name, format: 'uuid', example: EXAMPLE_IDS[code] ?? DEFAULT_EXAMPLE_ID }),
    ApiProblems({ 404: description }),
  );
}

/** Documents the route of a parameter. The route's own `@ApiProblems` override these decorators. */
export function withDocumentation(
  parameter: ParameterDecorator,
  ...documentation: MethodDecorator[]
): ParameterDecorator {
  return (controller, method, index) => {
    parameter(controller, method, index);
    if (method === undefined) return;
    const descriptor = Object.getOwnPropertyDescriptor(controller, method)!;
    for (const document of documentation) document(controller, method, descriptor);
  };
}
