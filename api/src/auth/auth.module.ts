import { Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';

import { AddressThrottleGuard } from '../http/throttling/address-throttle.guard';
import { AccessGuard } from './access.guard';
import { AccountThrottleGuard } from './account-throttle.guard';
import { BearerGuard } from './bearer.guard';
import { BearerStrategy } from './bearer.strategy';
import { CurrentUserController } from './current-user/current-user.controller';
import { CallbackController } from './oidc/callback.controller';
import { OidcClient } from './oidc/oidc-client';
import { OidcSignInService } from './oidc/oidc-sign-in.service';
import { OidcUsersService } from './oidc/oidc-users.service';
import { SignInAttemptService } from './oidc/sign-in-attempt.service';
import { MyPasswordController } from './password/my-password.controller';
import { MyPasswordService } from './password/my-password.service';
import { SignInProviderController } from './provider/sign-in-provider.controller';
import { SameOriginGuard } from './same-origin.guard';
import { SessionModule } from './session/session.module';
import { LocalSignInController } from './sign-in/local-sign-in.controller';
import { LocalSignInService } from './sign-in/local-sign-in.service';
import { RefusedSignInService } from './sign-in/refused-sign-in.service';
import { SignInLimits } from './sign-in/sign-in-limits';
import { SignInController } from './sign-in/sign-in.controller';
import { SignOutController } from './sign-out/sign-out.controller';
import { TokenOwnerService } from './token-owner.service';

/** Authentication and access control. The global guards run in this order. */
@Module({
  imports: [SessionModule],
  controllers: [
    CurrentUserController,
    SignInController,
    LocalSignInController,
    SignOutController,
    CallbackController,
    SignInProviderController,
    MyPasswordController,
  ],
  providers: [
    TokenOwnerService,
    BearerStrategy,
    BearerGuard,
    LocalSignInService,
    SignInLimits,
    RefusedSignInService,
    OidcClient,
    SignInAttemptService,
    OidcUsersService,
    OidcSignInService,
    MyPasswordService,
    { provide: APP_GUARD, useClass: AddressThrottleGuard },
    { provide: APP_GUARD, useClass: SameOriginGuard },
    { provide: APP_GUARD, useClass: AccessGuard },
    { provide: APP_GUARD, useClass: AccountThrottleGuard },
  ],
})
export class AuthModule {}
