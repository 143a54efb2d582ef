import { applyDecorators } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional, ApiResponse } from '@nestjs/swagger';

class FieldErrorDto {
  @ApiProperty({ example: 'direction' })
  field!: string;

  @ApiProperty({ example: 'This must be inbound or outbound.' })
  message!: string;
}

/** The JSON body of every error response. */
export class ProblemDto {
  @ApiProperty({ example: 400 })
  statusCode!: number;

  @ApiProperty({ description: 'Stable error code for programs.', example: 'VALIDATION_FAILED' })
  code!: string;

  @ApiProperty({
    description: 'What happened and what to do.',
    example: 'direction: This must be inbound or outbound.',
  })
  message!: string;

  @ApiPropertyOptional({ type: [FieldErrorDto], description: 'One entry for each invalid field.' })
  errors?: FieldErrorDto[];

  @ApiProperty({
    description: 'Identifies this request in the server logs.',
    example: '0b9d6f4e-0d8f-4a53-9f3e-6f1f0c1f5c1e',
  })
  requestId!: string;
}

/** Documents the error responses of a route. @param problems description by status */
export function ApiProblems(problems: Record<number, string>): MethodDecorator {
  return applyDecorators(
    ...Object.entries(problems).map(([status, description]) =>
      ApiResponse({ status: Number(status), description, type: ProblemDto }),
    ),
  );
}
