import { Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import type { Request } from 'express';

import { getNetwork } from '../http/throttling/client-network';
import { ThrottleGuard } from '../http/throttling/throttle.guard';
import { AccessGuard } from './access/access.guard';
import { AssistantAccessService } from './assistants/assistant-access.service';
import { AssistantsController } from './assistants/assistants.controller';
import { AssistantsService } from './assistants/assistants.service';
import { AuthorizationServerController } from './assistants/authorization-server.controller';
import { AuthorizationServerService } from './assistants/authorization-server.service';
import { ConsentController } from './assistants/consent.controller';
import { BearerGuard } from './bearer/bearer.guard';
import { BearerStrategy } from './bearer/bearer.strategy';
import { TokenOwnerService } from './bearer/token-owner.service';
import { ConfirmationController } from './confirmation/confirmation.controller';
import { ConfirmationService } from './confirmation/confirmation.service';
import { CurrentUserController } from './current-user/current-user.controller';
import { CurrentUserService } from './current-user/current-user.service';
import { MyAccountService } from './current-user/my-account.service';
import { EmailLinksService } from './email-links/email-links.service';
import { CallbackController } from './oidc/callback.controller';
import { OidcClient } from './oidc/oidc-client';
import { OidcSignInService } from './oidc/oidc-sign-in.service';
import { OidcUsersService } from './oidc/oidc-users.service';
import { SignInAttemptService } from './oidc/sign-in-attempt.service';
import { MyPasswordService } from './password/my-password.service';
import { PasswordPolicyService } from './password/password-policy.service';
import { PasswordResetController } from './password/password-reset.controller';
import { PasswordResetService } from './password/password-reset.service';
import { getActor } from './principal/actor';
import type { Principal } from './principal/principal';
import { SignInProviderController } from './provider/sign-in-provider.controller';
import { SameOriginGuard } from './same-origin/same-origin.guard';
import { MySecondFactorController } from './second-factor/my-second-factor.controller';
import { MySecondFactorService } from './second-factor/my-second-factor.service';
import { MyPasskeysService } from './second-factor/passkeys/my-passkeys.service';
import { PasskeyCeremonyService } from './second-factor/passkeys/passkey-ceremony.service';
import { SecondFactorChangesService } from './second-factor/second-factor-changes.service';
import { SecondFactorCheckService } from './second-factor/second-factor-check.service';
import { MySessionsController } from './session/my-sessions.controller';
import { MySessionsService } from './session/my-sessions.service';
import { SessionModule } from './session/session.module';
import { SignInLinkController } from './sign-in-link/sign-in-link.controller';
import { SignInLinkService } from './sign-in-link/sign-in-link.service';
import { FailedSignInService } from './sign-in/failed-sign-in.service';
import { LocalSignInController } from './sign-in/local-sign-in.controller';
import { LocalSignInService } from './sign-in/local-sign-in.service';
import { PasskeySignInService } from './sign-in/passkey-sign-in.service';
import { SecondStepService } from './sign-in/second-step.service';
import { SignInThrottleService } from './sign-in/sign-in-throttle.service';
import { SignInController } from './sign-in/sign-in.controller';
import { SignOutController } from './sign-out/sign-out.controller';
import { SignUpController } from './sign-up/sign-up.controller';
import { SignUpService } from './sign-up/sign-up.service';

// An account's tokens share one set of limits. The prefix separates them from the limits of a user with the same id.
function getThrottleId(request: Request): string | null {
  const principal = request.user as Principal | undefined;
  if (principal?.credential.kind === 'token') return principal.accountId;
  const { userId } = getActor(request);
  return userId && `user ${userId}`;
}

// The global guards run in this order.
@Module({
  imports: [SessionModule],
  controllers: [
    AuthorizationServerController,
    ConsentController,
    AssistantsController,
    CurrentUserController,
    SignInController,
    LocalSignInController,
    SignInLinkController,
    SignOutController,
    CallbackController,
    SignInProviderController,
    MySessionsController,
    ConfirmationController,
    MySecondFactorController,
    SignUpController,
    PasswordResetController,
  ],
  providers: [
    AuthorizationServerService,
    AssistantAccessService,
    AssistantsService,
    TokenOwnerService,
    BearerStrategy,
    BearerGuard,
    LocalSignInService,
    SignInThrottleService,
    FailedSignInService,
    SecondStepService,
    PasskeySignInService,
    SignInLinkService,
    SecondFactorCheckService,
    SecondFactorChangesService,
    PasskeyCeremonyService,
    MyPasskeysService,
    MySecondFactorService,
    OidcClient,
    SignInAttemptService,
    OidcUsersService,
    OidcSignInService,
    MyPasswordService,
    PasswordPolicyService,
    CurrentUserService,
    MyAccountService,
    MySessionsService,
    ConfirmationService,
    EmailLinksService,
    SignUpService,
    PasswordResetService,
    ThrottleGuard.forScope('address', getNetwork),
    { provide: APP_GUARD, useClass: SameOriginGuard },
    { provide: APP_GUARD, useClass: AccessGuard },
    ThrottleGuard.forScope('account', getThrottleId),
  ],
  exports: [CurrentUserService, EmailLinksService, PasswordPolicyService],
})
export class AuthModule {}
