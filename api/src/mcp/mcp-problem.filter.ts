import { Catch } from '@nestjs/common';
import type { Request } from 'express';

import type { Problem } from '../http/problems/problem';
import { ProblemFilter, type RenderedProblem } from '../http/problems/problem.filter';
import { messageError } from './json-rpc-error';

/** Renders errors in messages as JSON-RPC errors. A rejected token gets the same response as on other routes. */
@Catch()
export class McpProblemFilter extends ProblemFilter {
  protected override render(problem: Problem, request: Request): RenderedProblem {
    const error = messageError(problem);
    return error ? { contentType: 'application/json', text: JSON.stringify(error) } : super.render(problem, request);
  }
}
