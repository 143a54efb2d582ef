import { Inject, Injectable } from '@nestjs/common';

import type { Actor } from '@ringwell/database/accounts/security/activity.repository';
import {
  EmailLinksRepository,
  PASSWORD_RESET_MINUTES,
} from '@ringwell/database/accounts/sign-in/email-links.repository';
import { endSessions } from '@ringwell/database/accounts/sign-in/stopped-impersonations';
import type { User } from '@ringwell/database/accounts/user.entity';
import { UnitOfWork } from '@ringwell/database/unit-of-work';
import { userDisplayName } from '@ringwell/domain/accounts/user-display-name';
import { unavailable } from '@ringwell/domain/errors/app-error';
import { CONFIG, type Config } from '@ringwell/platform/config/config.module';
import { hashPassword, verifyPassword } from '@ringwell/platform/crypto/password';
import { hashToken } from '@ringwell/platform/crypto/token-hash';
import { LOGGER, type Logger } from '@ringwell/platform/logging/logger.module';

import { ThrottleService } from '../../http/throttling/throttle.service';
import { EmailLinksService, linkInvalid } from '../email-links/email-links.service';
import { resetUnconfirmedAccount } from '../email-links/reset-unconfirmed-account';
import { signInProvider } from '../provider/sign-in-provider';
import { PasswordPolicyService } from './password-policy.service';
import type { ResetPasswordDto } from './password-reset.dto';

const REQUEST_NEW_LINK_ADVICE = 'Ask for a new one.';

/** Sends links for choosing a new password. No response reveals whether an address has an account. */
@Injectable()
export class PasswordResetService {
  constructor(
    private readonly emailLinks: EmailLinksRepository,
    private readonly unitOfWork: UnitOfWork,
    private readonly emails: EmailLinksService,
    private readonly policy: PasswordPolicyService,
    private readonly throttle: ThrottleService,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  get isAvailable(): boolean {
    return this.config.SMTP_URL !== undefined;
  }

  /**
   * Doesn't wait until the email is queued, because the response time would reveal which addresses exist.
   * @throws AppError `MAIL_UNAVAILABLE`, `RATE_LIMITED`
   */
  async request(email: string): Promise<void> {
    if (!this.isAvailable) {
      throw unavailable(
        'MAIL_UNAVAILABLE',
        "Email isn't set up. Ask your administrator to set a new password for you.",
      );
    }
    await this.throttle.count('password-reset-email', email);
    this.sendEmail(email).catch((err: unknown) =>
      this.logger.warn({ err }, 'password reset: failed to queue the email'),
    );
  }

  /** @throws AppError `EMAIL_LINK_INVALID` */
  async assertUsable(token: string): Promise<void> {
    await this.findOwnerId(token);
  }

  /**
   * Sets the password, ends all of the user's sessions, and invalidates their links. Confirms the address, and removes
   * everything that was added to the account while it was unconfirmed.
   * @throws AppError `EMAIL_LINK_INVALID`, `VALIDATION_FAILED`
   */
  async reset({ token, newPassword }: ResetPasswordDto, actor: Actor): Promise<void> {
    const userId = await this.findOwnerId(token);
    const owner = await this.unitOfWork.run(({ users }) => users.findById(userId));
    if (!owner) throw linkInvalid(REQUEST_NEW_LINK_ADVICE);
    const candidate = { field: 'newPassword', password: newPassword, email: owner.email };
    await this.policy.assertAcceptable(candidate);
    const passwordHash = await hashPassword(newPassword);
    await this.unitOfWork.run(async (repositories) => {
      const { users, emailLinks, activity } = repositories;
      const user = await users.lock(userId);
      if (!user) throw linkInvalid(REQUEST_NEW_LINK_ADVICE);
      if ((await emailLinks.findPasswordReset(hashToken(token))) === undefined) {
        // Another request used the link while the password was being hashed. After a double click, browsers only show
        // the response to the second request.
        if (user.passwordHash !== null && (await verifyPassword(user.passwordHash, newPassword))) return;
        throw linkInvalid(REQUEST_NEW_LINK_ADVICE);
      }
      await this.policy.assertDifferent(candidate, user.passwordHash);
      const selfActor = { ...actor, userId: user.id };
      // Someone else may have signed up with this address.
      const changes = user.isEmailConfirmed ? {} : await resetUnconfirmedAccount(repositories, selfActor, user);
      await users.update(user.id, { ...changes, passwordHash, mustChangePassword: false });
      await endSessions(repositories, selfActor, user.id);
      await activity.record(selfActor, {
        action: 'Password updated',
        description: `${userDisplayName(user)} chose a new password with a link sent by email.`,
      });
    });
  }

  private async findOwnerId(token: string): Promise<string> {
    const userId = await this.emailLinks.findPasswordReset(hashToken(token));
    if (userId === undefined) throw linkInvalid(REQUEST_NEW_LINK_ADVICE);
    return userId;
  }

  private async sendEmail(email: string): Promise<void> {
    const user = await this.unitOfWork.run(({ users }) => users.findByEmail(email));
    if (!user?.isActive || user.email === null) return;
    const mustUseProvider = user.passwordHash === null && this.config.OIDC_ISSUER_URL !== undefined;
    await (mustUseProvider ? this.sendProviderHint(user.email) : this.sendResetLink(user, user.email));
  }

  private async sendResetLink({ id }: User, recipient: string): Promise<void> {
    const product = this.config.PRODUCT_NAME;
    const { tokenHash, mail } = this.emails.compose({
      recipient,
      subject: `Choose a new ${product} password`,
      intro: `Choose a new password for your ${product} account:`,
      footer:
        `The link works once and expires in ${PASSWORD_RESET_MINUTES} minutes. Your password stays the same until you use it.\n\n` +
        "If you didn't ask for this, ignore this email.",
      path: '/api/password/reset',
    });
    await this.unitOfWork.run(async ({ emailLinks, mails }) => {
      await emailLinks.createPasswordReset(id, tokenHash);
      await mails.enqueue(mail);
    });
  }

  private async sendProviderHint(recipient: string): Promise<void> {
    const product = this.config.PRODUCT_NAME;
    await this.unitOfWork.run(({ mails }) =>
      mails.enqueue({
        recipient,
        subject: `How to sign in to ${product}`,
        body:
          `Your ${product} account has no password. Sign in with ${signInProvider(this.config).name}:\n\n` +
          `${this.emails.absoluteUrl('/api/login')}\n\nIf you didn't ask for this, ignore this email.\n`,
      }),
    );
  }
}
