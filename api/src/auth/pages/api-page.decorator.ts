import { applyDecorators } from '@nestjs/common';
import { ApiFoundResponse, ApiOkResponse, ApiResponse } from '@nestjs/swagger';

const HTML = { 'text/html': { schema: { type: 'string' as const, example: '<!doctype html>…' } } };

/** Documents that a route answers with a page. */
export function ApiPage(description: string): MethodDecorator {
  return ApiOkResponse({ description, content: HTML });
}

/** Documents that a route leads elsewhere. */
export function ApiRedirect(description: string): MethodDecorator {
  return ApiFoundResponse({
    description,
    headers: { Location: { description: 'Where to.', schema: { type: 'string', example: '/' } } },
  });
}

/** Documents the errors that a route answers with as a page: status and what it means here. */
export function ApiPageProblems(problems: Record<number, string>): MethodDecorator {
  return applyDecorators(
    ...Object.entries(problems).map(([status, description]) =>
      ApiResponse({ status: Number(status), description, content: HTML }),
    ),
  );
}
