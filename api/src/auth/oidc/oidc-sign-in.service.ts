import { Inject, Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { randomNonce, randomPKCECodeVerifier, randomState } from 'openid-client';

import { AppError } from '@ringwell/domain/app-error';
import type { Logger } from '@ringwell/platform/logging/create-logger';
import { LOGGER } from '@ringwell/platform/logging/logger.module';

import { SessionsService } from '../session/sessions.service';
import { SignInRefusals } from '../sign-in/sign-in-refusals';
import { OidcClient } from './oidc-client';
import { signInExpired } from './oidc-failure';
import { OidcUsersService } from './oidc-users.service';
import { SignInAttempts } from './sign-in-attempts';

/** Signs people in through the provider: the authorisation-code flow with PKCE. */
@Injectable()
export class OidcSignInService {
  constructor(
    private readonly client: OidcClient,
    private readonly attempts: SignInAttempts,
    private readonly users: OidcUsersService,
    private readonly sessions: SessionsService,
    private readonly refusals: SignInRefusals,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Whether there is a provider. */
  get isOn(): boolean {
    return this.client.isOn;
  }

  /** @param returnTo a local path @returns where the browser goes now @throws AppError `SIGN_IN_PROVIDER_…` */
  async begin(returnTo: string, response: Response): Promise<string> {
    const secrets = { state: randomState(), nonce: randomNonce(), codeVerifier: randomPKCECodeVerifier() };
    const url = await this.client.authorizationUrl(secrets);
    await this.attempts.keep({ ...secrets, returnTo }, response);
    return url;
  }

  /**
   * Starts a session for whoever came back from the provider.
   * @returns the local path to go to
   * @throws AppError `SIGN_IN_OFF`, `SIGN_IN_EXPIRED`, `SIGN_IN_DECLINED`, `ACCOUNT_DISABLED`, `SIGN_IN_PROVIDER_…`
   */
  async finish(request: Request, response: Response): Promise<string> {
    if (!this.isOn)
      throw new AppError({
        kind: 'not_found',
        code: 'SIGN_IN_OFF',
        message: 'There is no sign-in provider here. Sign in with e-mail and password.',
      });
    const attempt = await this.attempts.take(request, response);
    const { search, searchParams } = new URL(request.originalUrl, 'http://here.invalid');
    const isAnswer = searchParams.has('code') || searchParams.has('error');
    if (!attempt || !isAnswer || searchParams.get('state') !== attempt.state) throw signInExpired();
    const identity = await this.client.redeem(search, attempt);
    const user = await this.users.findOrCreate(identity, request);
    if (!user.isActive || !(await this.sessions.start(user, 'oidc', request, response))) {
      this.refusals.note(user, 'oidc', request);
      throw new AppError({
        kind: 'forbidden',
        code: 'ACCOUNT_DISABLED',
        message: 'This account is switched off. Ask your administrator to enable it.',
      });
    }
    return attempt.returnTo;
  }

  /** Where the browser goes to sign out at the provider. Null when it cannot: we have signed the person out in any case. */
  async endSessionUrl(): Promise<string | null> {
    if (!this.isOn) return null;
    try {
      return await this.client.endSessionUrl();
    } catch (err) {
      this.logger.warn({ err }, 'Nobody could be signed out at the sign-in provider.');
      return null;
    }
  }
}
