import { parseCookie } from 'cookie';
import type { Request, Response } from 'express';

import { SESSION_ABSOLUTE_DAYS } from '@ringwell/database/accounts/sign-in/sessions.repository';
import type { Config } from '@ringwell/platform/config/environment-settings';

import { cookieSettings, type CookieSettings } from '../same-origin/cookie-settings';

const DAY_MS = 24 * 60 * 60_000;

export class SessionCookie {
  readonly name: string;
  private readonly options: CookieSettings['options'];

  constructor(config: Pick<Config, 'PUBLIC_URL'>) {
    ({ name: this.name, options: this.options } = cookieSettings('ringwell_session', config));
  }

  read(request: Pick<Request, 'headers'>): string | null {
    return parseCookie(request.headers.cookie ?? '')[this.name] ?? null;
  }

  write(response: Response, token: string): void {
    response.cookie(this.name, token, { ...this.options, maxAge: SESSION_ABSOLUTE_DAYS * DAY_MS });
  }

  clear(response: Response): void {
    response.clearCookie(this.name, this.options);
  }
}
