import { Catch, Inject, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { Request, Response } from 'express';

import type { AppError } from '@ringwell/domain/app-error';
import type { Logger } from '@ringwell/platform/logging/create-logger';
import { LOGGER } from '@ringwell/platform/logging/logger.module';

import { requestIdOf } from '../request/request-id';
import { isBodyPending, respondBeforeBodyEnds } from './early-response';
import { toProblem, toShownError, type Problem } from './problem';

/** A problem as it is sent. */
export interface Presentation {
  /** The content type. */
  type: string;
  text: string;
}

/** Answers every error, whoever threw it, with a problem a person can act on. What is ours to mend goes to the log. */
@Catch()
export class ProblemFilter implements ExceptionFilter {
  constructor(@Inject(LOGGER) private readonly logger: Logger) {}

  catch(thrown: unknown, host: ArgumentsHost): void {
    const request = host.switchToHttp().getRequest<Request>();
    const response = host.switchToHttp().getResponse<Response>();
    const error = toShownError(thrown);
    this.log(error, thrown, requestIdOf(response));
    if (response.headersSent) {
      response.destroy(); // a broken answer must not look like a whole one
      return;
    }
    if (request.destroyed && isBodyPending(request)) return; // the client is gone
    const problem = toProblem(error, requestIdOf(response));
    const { type, text } = this.present(problem, request);
    response.status(problem.statusCode).type(type).set('Cache-Control', 'no-store');
    if (error.retryAfterMs !== undefined) response.set('Retry-After', String(Math.ceil(error.retryAfterMs / 1_000)));
    const body = Buffer.from(text);
    if (isBodyPending(request)) respondBeforeBodyEnds(request, response, body);
    else response.send(body);
  }

  /** What is sent: JSON for programs. */
  protected present(problem: Problem, _request: Request): Presentation {
    return { type: 'application/json', text: JSON.stringify(problem) };
  }

  private log(error: AppError, thrown: unknown, requestId: string): void {
    if (error.kind === 'internal') this.logger.error({ err: thrown, requestId }, 'A request failed unexpectedly.');
    else if (error.retryable) this.logger.warn({ err: thrown, requestId }, 'A request could not be served now.');
    else this.logger.debug({ code: error.code, requestId }, 'A request was refused.');
  }
}
