import { Inject, Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import type { Request } from 'express';
import { Strategy } from 'passport-jwt';

import { CONFIG, type Config } from '@ringwell/platform/config/config.module';

import { findRequiredStep } from '../access/required-step';
import type { Principal } from '../principal/principal';
import { SessionCookie } from './session-cookie';
import { SESSION_ALGORITHM, SESSION_AUDIENCE, SessionKeys } from './session-keys';
import { SessionsService, type SessionClaims } from './sessions.service';

// Passport already uses the name `session` for a built-in strategy.
export const SESSION_STRATEGY = 'session-cookie';

@Injectable()
export class SessionStrategy extends PassportStrategy(Strategy, SESSION_STRATEGY) {
  constructor(
    private readonly sessions: SessionsService,
    cookie: SessionCookie,
    @Inject(CONFIG) private readonly config: Config,
  ) {
    const keys = new SessionKeys(config);
    super({
      jwtFromRequest: (request: Request) => cookie.read(request),
      secretOrKeyProvider: (_request, token: string, done) => done(null, keys.findKey(token)),
      algorithms: [SESSION_ALGORITHM],
      audience: SESSION_AUDIENCE,
    });
  }

  async validate(claims: SessionClaims): Promise<Principal | false> {
    const session = await this.sessions.find(claims.sid);
    if (!session) return false;
    const { userId, role, accountId, memberRole, status } = session;
    const { sid, impersonator, hasWeakPassword, isConfirmed } = session;
    const requiredStep = findRequiredStep(session, this.config);
    const credential = { kind: 'session' as const, sid, impersonator, requiredStep, hasWeakPassword, isConfirmed };
    return { userId, role, accountId, memberRole, status, credential };
  }
}
