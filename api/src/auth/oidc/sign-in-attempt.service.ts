import { Inject, Injectable } from '@nestjs/common';
import { JwtService } from '@nestjs/jwt';
import { parseCookie } from 'cookie';
import type { Request, Response } from 'express';

import { CONFIG } from '@ringwell/platform/config/config.module';
import type { Config } from '@ringwell/platform/config/settings';

import { cookieSettings, type CookieSettings } from '../cookie-settings';
import type { SignInSecrets } from './oidc-client';

// Differs from the audience of sessions, so that neither token is accepted as the other.
const AUDIENCE = 'sign-in';

const LIFETIME_SECONDS = 600;

export interface SignInAttempt extends SignInSecrets {
  returnTo: string;
}

/** Stores a sign-in in progress in a signed cookie of the browser that started it. */
@Injectable()
export class SignInAttemptService {
  private readonly cookie: CookieSettings;

  constructor(
    private readonly jwt: JwtService,
    @Inject(CONFIG) config: Config,
  ) {
    this.cookie = cookieSettings('ringwell_sign_in', config);
  }

  async save(attempt: SignInAttempt, response: Response): Promise<void> {
    const token = await this.jwt.signAsync({ ...attempt }, { audience: AUDIENCE, expiresIn: LIFETIME_SECONDS });
    response.cookie(this.cookie.name, token, { ...this.cookie.options, maxAge: LIFETIME_SECONDS * 1_000 });
  }

  /** Returns the attempt of this browser and clears its cookie. `undefined` when missing, expired or forged. */
  async consume(request: Request, response: Response): Promise<SignInAttempt | undefined> {
    const token = parseCookie(request.headers.cookie ?? '')[this.cookie.name];
    if (token === undefined) return undefined;
    response.clearCookie(this.cookie.name, this.cookie.options);
    try {
      return await this.jwt.verifyAsync<SignInAttempt>(token, { audience: AUDIENCE });
    } catch {
      return undefined; // forged or expired
    }
  }
}
