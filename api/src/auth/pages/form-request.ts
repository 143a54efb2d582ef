import { applyDecorators, type Type } from '@nestjs/common';
import { ApiBody, ApiConsumes } from '@nestjs/swagger';
import type { Request, Response } from 'express';

import { AppError, unsupportedMedia } from '@ringwell/domain/errors/app-error';

import { readFormBody } from '../../http/body/form-body';
import { UnparsedBody } from '../../http/body/unparsed-body.decorator';
import { STATUS_BY_KIND } from '../../http/problems/problem';
import { ApiProblems } from '../../http/problems/problem.dto';
import { setProblem } from '../../http/security/rejection';
import type { FormFailure } from './form-page';
import { sendPage } from './send-page';

/**
 * Marks and documents a route that accepts a form, or the same fields as JSON, and reads them with `readFields`. Routes
 * of pages only accept forms: `UnparsedBody` and `readForm`.
 */
export function AcceptsForm(type: Type): MethodDecorator {
  return applyDecorators(
    UnparsedBody(),
    ApiConsumes('application/json', 'application/x-www-form-urlencoded'),
    ApiBody({ type }),
    ApiProblems({ 413: 'The body is too large.', 415: 'The body is neither JSON nor a form.' }),
  );
}

/** Returns the fields of a form. @throws AppError `UNSUPPORTED_CONTENT_TYPE` */
export function readForm(request: Request): Promise<Record<string, unknown>> {
  return readFormOr(request, 'Send the fields as a form.');
}

/** Returns the fields of a form or a JSON body. `BodyInterceptor` has already parsed JSON. */
export async function readFields(request: Request): Promise<Record<string, unknown>> {
  if (!request.is('json')) return await readFormOr(request, 'Send the fields as a form or as JSON.');
  const body: unknown = request.body;
  return typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {};
}

async function readFormOr(request: Request, instruction: string): Promise<Record<string, unknown>> {
  if (!request.is('urlencoded')) throw unsupportedMedia('UNSUPPORTED_CONTENT_TYPE', instruction);
  return await readFormBody(request);
}

/** Returns a field as text for redisplaying the form. Non-text values become empty. */
export function fieldText(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/**
 * Shows a browser its form again if the error rejects a field or the credentials.
 * @throws the error if it is another one, or if the client sent JSON
 */
export function showFormAgain(
  request: Request,
  response: Response,
  error: unknown,
  renderForm: (failure: FormFailure) => string,
): void {
  if (request.is('json') || !isFormError(error)) throw error;
  setProblem(response, error);
  // A problem's message starts with the field's name.
  const { field, message } = error.errors?.[0] ?? { field: undefined, message: error.message };
  sendPage(response, renderForm({ message, field }), STATUS_BY_KIND[error.kind]);
}

function isFormError(error: unknown): error is AppError {
  return error instanceof AppError && (error.kind === 'unauthenticated' || error.code === 'VALIDATION_FAILED');
}
