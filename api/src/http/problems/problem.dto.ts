import { applyDecorators, HttpCode } from '@nestjs/common';
import { ApiResponse, type ApiResponseNoStatusOptions } from '@nestjs/swagger';

import { API_ERROR_CODES, type ErrorCode } from '@ringwell/domain/errors/error-codes';

import { field, FieldsType, listOf, number, text } from '../response/dto-fields';

export const ADMINISTRATORS_ONLY = 'Administrators only, and not during impersonation.';
export const CONFIRMED_ADMINISTRATORS_ONLY = `${ADMINISTRATORS_ONLY} Requires a sign-in within the last 15 minutes.`;

class FieldErrorDto extends FieldsType({
  field: text({ example: 'direction' }),
  message: text({ example: 'This must be inbound or outbound.' }),
}) {}

export class ProblemDto extends FieldsType({
  statusCode: number({ example: 400 }),
  code: field<ErrorCode>({
    type: String,
    description: 'Stable, machine-readable error code. Later versions may add codes.',
    anyOf: [{ type: 'string', enum: [...API_ERROR_CODES] }, { type: 'string' }],
    example: 'VALIDATION_FAILED',
  }),
  message: text({
    description: 'What happened and what to do.',
    example: 'direction: This must be inbound or outbound.',
  }),
  errors: listOf(FieldErrorDto, { required: false, description: 'One entry per invalid field.' }),
  requestId: text({
    description: 'Identifies this request in the server logs.',
    example: '0b9d6f4e-0d8f-4a53-9f3e-6f1f0c1f5c1e',
  }),
}) {}

export function ApiProblems(problems: Record<number, string>): MethodDecorator {
  return applyDecorators(
    ...Object.entries(problems).map(([status, description]) =>
      ApiResponse({ status: Number(status), description, type: ProblemDto }),
    ),
  );
}

/** Sets and documents the status of a route's successful response, if it isn't the method's default. */
export function Responds(status: 200 | 202 | 204, options: ApiResponseNoStatusOptions): MethodDecorator {
  return applyDecorators(HttpCode(status), ApiResponse({ ...options, status }));
}
