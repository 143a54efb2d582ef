import { Module } from '@nestjs/common';
import { JwtModule, JwtSecretRequestType } from '@nestjs/jwt';

import { CONFIG, type Config } from '@ringwell/platform/config/config.module';

import { SessionCookie } from './session-cookie';
import { SESSION_ALGORITHM, SESSION_AUDIENCE, SessionKeys } from './session-keys';
import { SessionGuard } from './session.guard';
import { SessionStrategy } from './session.strategy';
import { SessionsService } from './sessions.service';

// Tokens are for sessions unless another audience is given.
@Module({
  imports: [
    JwtModule.registerAsync({
      inject: [CONFIG],
      useFactory: (config: Config) => {
        const keys = new SessionKeys(config);
        return {
          secretOrKeyProvider: (request, token) =>
            request === JwtSecretRequestType.VERIFY && typeof token === 'string' ? keys.findKey(token) : keys.newestKey,
          signOptions: { algorithm: SESSION_ALGORITHM, audience: SESSION_AUDIENCE },
          verifyOptions: { algorithms: [SESSION_ALGORITHM], audience: SESSION_AUDIENCE },
        };
      },
    }),
  ],
  providers: [
    { provide: SessionCookie, inject: [CONFIG], useFactory: (config: Config) => new SessionCookie(config) },
    SessionsService,
    SessionStrategy,
    SessionGuard,
  ],
  exports: [JwtModule, SessionCookie, SessionsService, SessionGuard],
})
export class SessionModule {}
