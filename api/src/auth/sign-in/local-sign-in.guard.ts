import { Inject, Injectable, type CanActivate } from '@nestjs/common';

import { forbidden } from '@ringwell/domain/errors/app-error';
import { CONFIG, type Config } from '@ringwell/platform/config/config.module';

import { signInProvider } from '../provider/sign-in-provider';

/** Blocks password routes if users can only sign in through the provider. */
@Injectable()
export class LocalSignInGuard implements CanActivate {
  constructor(@Inject(CONFIG) private readonly config: Config) {}

  canActivate(): true {
    if (this.config.LOCAL_SIGN_IN === 'on') return true;
    throw forbidden(
      'LOCAL_SIGN_IN_OFF',
      `Password sign-in is disabled. Sign in with ${signInProvider(this.config).name} instead.`,
    );
  }
}
