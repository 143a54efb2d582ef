import { Catch, Inject, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { Request, Response } from 'express';

import type { AppError } from '@ringwell/domain/errors/app-error';
import { LOGGER, type Logger } from '@ringwell/platform/logging/logger.module';

import { getRequestId } from '../request/request-id';
import { setProblem } from '../security/rejection';
import { isBodyPending, respondBeforeBodyEnds } from './early-response';
import { toClientError, toProblem, type Problem } from './problem';

export interface RenderedProblem {
  contentType: string;
  text: string;
}

// Logs unexpected errors as errors, temporary failures as warnings, and rejected requests at the debug level.
@Catch()
export class ProblemFilter implements ExceptionFilter {
  constructor(@Inject(LOGGER) private readonly logger: Logger) {}

  catch(thrown: unknown, host: ArgumentsHost): void {
    const request = host.switchToHttp().getRequest<Request>();
    const response = host.switchToHttp().getResponse<Response>();
    const error = toClientError(thrown);
    setProblem(response, error);
    this.log(error, thrown, getRequestId(response));
    if (response.headersSent) {
      response.destroy(); // a truncated response must not look complete
      return;
    }
    if (request.destroyed && isBodyPending(request)) return; // the client has disconnected
    const problem = toProblem(error, getRequestId(response));
    const { contentType, text } = this.render(problem, request);
    response.status(problem.statusCode).type(contentType).set('Cache-Control', 'no-store');
    if (error.retryAfterMs !== undefined) response.set('Retry-After', String(Math.ceil(error.retryAfterMs / 1_000)));
    const body = Buffer.from(text);
    if (isBodyPending(request)) respondBeforeBodyEnds(request, response, body);
    else response.send(body);
  }

  // Subclasses override this to render pages for browsers.
  protected render(problem: Problem, _request: Request): RenderedProblem {
    return { contentType: 'application/json', text: JSON.stringify(problem) };
  }

  private log(error: AppError, thrown: unknown, requestId: string): void {
    if (error.kind === 'internal') this.logger.error({ err: thrown, requestId }, 'http: request failed');
    else if (error.retryable) this.logger.warn({ err: thrown, requestId }, 'http: request failed temporarily');
    else this.logger.debug({ code: error.code, requestId }, 'http: request rejected');
  }
}
