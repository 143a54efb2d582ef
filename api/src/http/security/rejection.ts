import type { Response } from 'express';

import type { SecurityEventKind, SecurityMethod } from '@ringwell/domain/accounts/security-event';
import type { AppError } from '@ringwell/domain/errors/app-error';

/** Details about a rejected request for the security events. Never sent to the client. */
export interface Rejection {
  kind: SecurityEventKind;
  method?: SecurityMethod;
  /** An API error code or one of `REJECTION_REASONS`. */
  code: string;
  targetUserId?: string;
  accountId?: string;
  /** The text entered as an email address. Only its hash is stored, because it may be a password. */
  email?: string;
  /** SHA-256 of the bearer token. Used for lookup, not stored. */
  tokenHash?: string;
  /** Ids in the path that were not found. The rejection is only recorded if one belongs to another account. */
  missingIds?: readonly string[];
}

/** Stores details of a rejected request, which override those from the error. */
export function setRejection(response: Response, rejection: Rejection): void {
  response.locals['rejection'] = rejection;
}

export function setProblem(response: Response, error: AppError): void {
  response.locals['problem'] = error;
}

export function getRejection({ locals }: Response): Rejection | undefined {
  return locals['rejection'] as Rejection | undefined;
}

export function getProblem({ locals }: Response): AppError | undefined {
  return locals['problem'] as AppError | undefined;
}
