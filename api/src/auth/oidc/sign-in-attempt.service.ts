import { Inject, Injectable } from '@nestjs/common';
import { JwtService } from '@nestjs/jwt';
import { parseCookie } from 'cookie';
import type { Request, Response } from 'express';

import { CONFIG, type Config } from '@ringwell/platform/config/config.module';

import { cookieSettings, type CookieSettings } from '../same-origin/cookie-settings';
import type { SignInSecrets } from './oidc-client';

// Differs from the session audience, so the two kinds of tokens aren't interchangeable.
const AUDIENCE = 'sign-in';

const LIFETIME_SECONDS = 600;

export interface SignInAttempt extends SignInSecrets {
  returnTo: string;
}

// Enough for several tabs. More would make the cookie too large for servers.
const MAX_ATTEMPTS = 4;

// Browsers ignore a cookie if its name and value exceed 4,096 bytes.
const MAX_TOKEN_LENGTH = 3_900;

interface StoredAttempts {
  attempts: (SignInAttempt & { expiresAt: number })[];
}

/** Stores pending sign-ins, one per tab, in a signed browser cookie. */
@Injectable()
export class SignInAttemptService {
  private readonly cookie: CookieSettings;

  constructor(
    private readonly jwt: JwtService,
    @Inject(CONFIG) config: Config,
  ) {
    this.cookie = cookieSettings('ringwell_sign_in', config);
  }

  async save(attempt: SignInAttempt, request: Request, response: Response): Promise<void> {
    const recentAttempts = (await this.read(request)).slice(1 - MAX_ATTEMPTS);
    await this.write([...recentAttempts, { ...attempt, expiresAt: Date.now() + LIFETIME_SECONDS * 1_000 }], response);
  }

  /** Removes and returns the attempt with this state from the cookie. `undefined` when missing, expired or forged. */
  async consume(state: string | null, request: Request, response: Response): Promise<SignInAttempt | undefined> {
    const attempts = await this.read(request);
    const attempt = attempts.find((each) => each.state === state);
    if (attempt)
      await this.write(
        attempts.filter((each) => each !== attempt),
        response,
      );
    return attempt;
  }

  private async read(request: Request): Promise<StoredAttempts['attempts']> {
    const token = parseCookie(request.headers.cookie ?? '')[this.cookie.name];
    if (token === undefined) return [];
    try {
      const { attempts } = await this.jwt.verifyAsync<StoredAttempts>(token, { audience: AUDIENCE });
      return attempts.filter(({ expiresAt }) => expiresAt > Date.now());
    } catch {
      return []; // forged, or expired
    }
  }

  private async write(attempts: StoredAttempts['attempts'], response: Response): Promise<void> {
    const { name, options } = this.cookie;
    if (attempts.length === 0) {
      response.clearCookie(name, options);
      return;
    }
    const payload: StoredAttempts = { attempts };
    const token = await this.jwt.signAsync({ ...payload }, { audience: AUDIENCE, expiresIn: LIFETIME_SECONDS });
    if (token.length > MAX_TOKEN_LENGTH && attempts.length > 1) return this.write(attempts.slice(1), response);
    response.cookie(name, token, { ...options, maxAge: LIFETIME_SECONDS * 1_000 });
  }
}
