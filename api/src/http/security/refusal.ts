import type { Response } from 'express';

import type { AppError } from '@ringwell/domain/app-error';
import type { SecurityEventKind, SecurityMethod } from '@ringwell/domain/security-event';

/** What a refused request is about, for the security events. Nothing of it is sent to the client. */
export interface Refusal {
  kind: SecurityEventKind;
  method?: SecurityMethod;
  /** Why: a code of the API or one of `REFUSAL_REASONS`. */
  code: string;
  /** The user that the request is about, if there is one. */
  targetUserId?: string;
  accountId?: string;
  /** What was entered as an email address. Only its hash is stored, because it may be a password. */
  email?: string;
  /** SHA-256 of the bearer token. It is looked up, not stored. */
  tokenHash?: string;
  /** Ids in the path that were not found. The refusal counts only if one of them belongs to another account. */
  missingIds?: readonly string[];
}

/** Says what a refused request was about, where the error alone does not; replaces what the error says. */
export function explainRefusal(response: Response, refusal: Refusal): void {
  response.locals['refusal'] = refusal;
}

/** Remembers the error that a request ends with. */
export function rememberProblem(response: Response, error: AppError): void {
  response.locals['problem'] = error;
}

export function rememberedRefusal({ locals }: Response): Refusal | undefined {
  return locals['refusal'] as Refusal | undefined;
}

export function rememberedProblem({ locals }: Response): AppError | undefined {
  return locals['problem'] as AppError | undefined;
}
