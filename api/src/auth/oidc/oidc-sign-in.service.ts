import { Inject, Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { randomNonce, randomPKCECodeVerifier, randomState } from 'openid-client';

import { AppError, forbidden, notFound } from '@ringwell/domain/errors/app-error';
import { LOGGER, type Logger } from '@ringwell/platform/logging/logger.module';

import { setRejection } from '../../http/security/rejection';
import { SessionsService } from '../session/sessions.service';
import { FailedSignInService } from '../sign-in/failed-sign-in.service';
import { OidcClient } from './oidc-client';
import { signInExpired } from './oidc-failure';
import { UNCONFIRMED_MESSAGES, OidcUsersService } from './oidc-users.service';
import { SignInAttemptService } from './sign-in-attempt.service';

// Implements the authorization code flow with PKCE.
@Injectable()
export class OidcSignInService {
  constructor(
    private readonly client: OidcClient,
    private readonly attempts: SignInAttemptService,
    private readonly users: OidcUsersService,
    private readonly sessions: SessionsService,
    private readonly failedSignIns: FailedSignInService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  get isEnabled(): boolean {
    return this.client.isEnabled;
  }

  /**
   * @param returnTo a local path
   * @param forcePrompt whether the provider must prompt even if the user is already signed in there
   * @returns the authorization URL
   * @throws AppError `SIGN_IN_PROVIDER_…`
   */
  async begin(
    returnTo: string,
    { request, response }: { request: Request; response: Response },
    { forcePrompt = false } = {},
  ): Promise<string> {
    const secrets = { state: randomState(), nonce: randomNonce(), codeVerifier: randomPKCECodeVerifier() };
    const url = await this.client.createAuthorizationUrl(secrets, forcePrompt ? 'login' : undefined);
    await this.attempts.save({ ...secrets, returnTo }, request, response);
    return url;
  }

  /**
   * Handles the callback and starts a session.
   * @returns the local path to redirect to
   * @throws AppError `SIGN_IN_OFF`, `SIGN_IN_EXPIRED`, `SIGN_IN_DECLINED`, `ACCOUNT_DISABLED`,
   *   `ADMINISTRATOR_NOT_CONFIRMED`, `SECOND_FACTOR_NOT_CONFIRMED`, `SIGN_IN_PROVIDER_…`
   */
  async finish(request: Request, response: Response): Promise<string> {
    if (!this.isEnabled)
      throw notFound('SIGN_IN_OFF', 'No sign-in provider is set up. Sign in with email and password.');
    const { search, searchParams } = new URL(request.originalUrl, 'http://here.invalid');
    const isCallback = searchParams.has('code') || searchParams.has('error');
    const attempt = await this.attempts.consume(searchParams.get('state'), request, response);
    if (!attempt || !isCallback) throw signInExpired();
    const identity = await this.client.exchangeCode(search, attempt);
    const session = await this.sessions.findCurrent(request);
    const confirmedUserId = session?.isConfirmed && session.impersonator === null ? session.userId : null;
    const user = await this.users.findOrCreate(identity, { request, confirmedUserId }).catch((error: unknown) => {
      if (error instanceof AppError && error.code in UNCONFIRMED_MESSAGES)
        setRejection(response, { kind: 'sign_in', method: 'oidc', code: error.code });
      throw error;
    });
    if (!user.isActive || !(await this.sessions.start(user, { signedInWith: 'oidc' }, request, response))) {
      this.failedSignIns.record(user, 'oidc', request);
      setRejection(response, { kind: 'sign_in', method: 'oidc', code: 'USER_DISABLED', targetUserId: user.id });
      throw forbidden('ACCOUNT_DISABLED', 'This account is disabled. Ask your administrator to enable it.');
    }
    return attempt.returnTo;
  }

  /** Returns the provider's sign-out URL, or null if the provider has none or is unavailable. */
  async findEndSessionUrl(): Promise<string | null> {
    if (!this.isEnabled) return null;
    try {
      return await this.client.findEndSessionUrl();
    } catch (err) {
      this.logger.warn({ err }, 'oidc: failed to get end-session URL');
      return null;
    }
  }
}
