import { applyDecorators } from '@nestjs/common';
import { ApiFoundResponse, ApiOkResponse, ApiQuery, ApiResponse } from '@nestjs/swagger';

const HTML_CONTENT = { 'text/html': { schema: { type: 'string' as const, example: '<!doctype html>…' } } };

export function ApiPage(description: string): MethodDecorator {
  return ApiOkResponse({ description, content: HTML_CONTENT });
}

export function ApiRedirect(description: string): MethodDecorator {
  return ApiFoundResponse({
    description,
    headers: { Location: { description: 'Redirect target.', schema: { type: 'string', example: '/' } } },
  });
}

/** Documents error responses that are HTML pages. */
export function ApiPageProblems(problems: Record<number, string>): MethodDecorator {
  return applyDecorators(
    ...Object.entries(problems).map(([status, description]) =>
      ApiResponse({ status: Number(status), description, content: HTML_CONTENT }),
    ),
  );
}

export function ApiReturnTo(): MethodDecorator {
  return ApiQuery({
    name: 'returnTo',
    required: false,
    description: 'Web app page to open after signing in. Other values are treated as /.',
    example: '/calls',
  });
}
