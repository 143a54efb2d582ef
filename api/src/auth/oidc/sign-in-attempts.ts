import { Inject, Injectable } from '@nestjs/common';
import { JwtService } from '@nestjs/jwt';
import { parseCookie } from 'cookie';
import type { Request, Response } from 'express';

import { CONFIG } from '@ringwell/platform/config/config.module';
import type { Config } from '@ringwell/platform/config/settings';

import { ownCookie, type OwnCookie } from '../own-cookie';
import type { SignInSecrets } from './oidc-client';

/** So that no session can stand for an attempt, nor the other way round. */
const AUDIENCE = 'sign-in';

/** Somebody who takes longer at the provider starts again. */
const LIFETIME_SECONDS = 600;

/** A sign-in that is under way at the provider. */
export interface SignInAttempt extends SignInSecrets {
  /** A local path. */
  returnTo: string;
}

/** Keeps what belongs to a sign-in under way in a signed cookie of the browser that started it. */
@Injectable()
export class SignInAttempts {
  private readonly cookie: OwnCookie;

  constructor(
    private readonly jwt: JwtService,
    @Inject(CONFIG) config: Config,
  ) {
    this.cookie = ownCookie('ringwell_sign_in', config);
  }

  async keep(attempt: SignInAttempt, response: Response): Promise<void> {
    const token = await this.jwt.signAsync({ ...attempt }, { audience: AUDIENCE, expiresIn: LIFETIME_SECONDS });
    response.cookie(this.cookie.name, token, { ...this.cookie.options, maxAge: LIFETIME_SECONDS * 1_000 });
  }

  /** The attempt of this browser, which can be taken once. `undefined` without one, or when it is too old or not ours. */
  async take(request: Request, response: Response): Promise<SignInAttempt | undefined> {
    const token = parseCookie(request.headers.cookie ?? '')[this.cookie.name];
    if (token === undefined) return undefined;
    response.clearCookie(this.cookie.name, this.cookie.options);
    try {
      return await this.jwt.verifyAsync<SignInAttempt>(token, { audience: AUDIENCE });
    } catch {
      return undefined; // forged, or expired
    }
  }
}
