import type { Request, Response } from 'express';

import type { SecurityEventKind, SecurityMethod } from '@ringwell/domain/accounts/security-event';
import type { AppError } from '@ringwell/domain/errors/app-error';
import { UUID } from '@ringwell/domain/uuid';
import { hashToken } from '@ringwell/platform/crypto/token-hash';

import { getProblem, getRejection, type Rejection } from './rejection';

const SIGN_IN_ROUTES: Partial<Record<string, SecurityMethod>> = {
  'POST /api/login': 'password',
  'POST /api/login/local': 'password',
  'POST /api/login/code': 'totp',
  'POST /api/login/passkey': 'passkey',
  'POST /api/login/with-passkey': 'passkey',
  'POST /api/login/link': 'link',
  'GET /api/callback': 'oidc',
};

const CREDENTIAL_CODES: Partial<Record<string, SecurityMethod>> = {
  TOKEN_REFUSED: 'token',
  TOKEN_IN_ADDRESS: 'token',
  ACCOUNT_GONE: 'token',
  EMAIL_LINK_INVALID: 'link',
  SIGN_IN_LINK_INVALID: 'link',
  SHARED_LINK_INVALID: 'link',
  FOLLOW_UP_LINK_INVALID: 'link',
  UNSUBSCRIBE_LINK_INVALID: 'link',
};

const BEARER = /^Bearer +(\S+)$/i;

/**
 * Returns why a finished request was rejected for security reasons; `undefined` for all other requests, including those
 * of visitors without a credential.
 * @param isSignedIn whether the request had a valid credential
 */
export function findRejection(request: Request, response: Response, isSignedIn: boolean): Rejection | undefined {
  const problem = getProblem(response);
  const detailedRejection = getRejection(response);
  if (detailedRejection) return detailedRejection;
  if (!problem) return undefined;
  const { code } = problem;
  const signInMethod = SIGN_IN_ROUTES[getRoute(request)];
  if (signInMethod !== undefined && isFailedSignIn(problem)) return { kind: 'sign_in', method: signInMethod, code };
  const credentialMethod = CREDENTIAL_CODES[code];
  if (credentialMethod)
    return { kind: 'token_refused', method: credentialMethod, code, tokenHash: readTokenHash(request) };
  if (problem.kind === 'not_found' && isSignedIn) return findOtherAccountRejection(request);
  const kind = toEventKind(problem);
  return kind && { kind, code };
}

/** The route's method and pattern, such as `GET /api/calls/:id`. */
export function getRoute(request: Request): string {
  return `${request.method} ${getPathPattern(request)}`;
}

/** `none` if no route matched. */
export function getPathPattern(request: Request): string {
  const route = request.route as { path?: unknown } | undefined;
  return typeof route?.path === 'string' ? route.path : 'none';
}

// Excludes prompts to reenter the password, which are part of normal use.
function toEventKind({ kind, code }: AppError): SecurityEventKind | undefined {
  if (code === 'REAUTHENTICATION_REQUIRED') return undefined;
  if (kind === 'forbidden') return 'access_refused';
  return kind === 'rate_limited' ? 'throttled' : undefined;
}

// Excludes malformed requests, requests from other sites, and the first of two sign-in steps.
function isFailedSignIn({ kind, code }: AppError): boolean {
  if (code === 'CROSS_ORIGIN' || code === 'VALIDATION_FAILED' || code === 'SECOND_FACTOR_REQUIRED') return false;
  return code === 'SIGN_IN_EXPIRED' || ['forbidden', 'unauthenticated', 'rate_limited', 'provider'].includes(kind);
}

function readTokenHash({ headers }: Request): string | undefined {
  const [, token] = BEARER.exec(headers.authorization ?? '') ?? [];
  return token === undefined ? undefined : hashToken(token);
}

// Skips administrators' routes, which accept the ids of all accounts.
function findOtherAccountRejection(request: Request): Rejection | undefined {
  const missingIds = Object.values(request.params).filter(
    (id): id is string => typeof id === 'string' && UUID.test(id),
  );
  if (missingIds.length === 0 || getPathPattern(request).startsWith('/api/admin/')) return undefined;
  return { kind: 'access_refused', code: 'FOREIGN_ID', missingIds };
}
