import { Catch } from '@nestjs/common';
import type { Request } from 'express';

import type { Problem } from '../http/problems/problem';
import { ProblemFilter, type RenderedProblem } from '../http/problems/problem.filter';
import { messageError } from './json-rpc-error';

/** Renders errors in messages as JSON-RPC errors. Refusals, such as of a token, look like on other routes. */
@Catch()
export class McpProblemFilter extends ProblemFilter {
  protected override render(problem: Problem, request: Request): RenderedProblem {
    const error = messageError(problem);
    return error ? { contentType: 'application/json', text: JSON.stringify(error) } : super.render(problem, request);
  }
}
