import { applyDecorators } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional, ApiResponse } from '@nestjs/swagger';

import { API_ERROR_CODES, type ErrorCode } from '@ringwell/domain/error-codes';

class FieldErrorDto {
  @ApiProperty({ example: 'direction' })
  field!: string;

  @ApiProperty({ example: 'This must be inbound or outbound.' })
  message!: string;
}

/** Every error answer, as the OpenAPI document shows it. */
export class ProblemDto {
  @ApiProperty({ example: 400 })
  statusCode!: number;

  @ApiProperty({
    description: 'Stable; programs switch on it. Later versions may add codes.',
    anyOf: [{ type: 'string', enum: [...API_ERROR_CODES] }, { type: 'string' }],
    example: 'VALIDATION_FAILED',
  })
  code!: ErrorCode;

  @ApiProperty({ description: 'A sentence to act on.', example: 'direction: This must be inbound or outbound.' })
  message!: string;

  @ApiPropertyOptional({ type: [FieldErrorDto], description: 'By field, when fields are at fault.' })
  errors?: FieldErrorDto[];

  @ApiProperty({ description: 'Names this request in our logs.', example: '0b9d6f4e-0d8f-4a53-9f3e-6f1f0c1f5c1e' })
  requestId!: string;
}

/** Documents the errors a route answers with: status and what it means here. */
export function ApiProblems(problems: Record<number, string>): MethodDecorator {
  return applyDecorators(
    ...Object.entries(problems).map(([status, description]) =>
      ApiResponse({ status: Number(status), description, type: ProblemDto }),
    ),
  );
}
