import { Inject, Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';

import { EmailLinksRepository, SIGN_UP_HOURS } from '@ringwell/database/accounts/sign-in/email-links.repository';
import type { SignUp } from '@ringwell/database/accounts/sign-in/sign-up.entity';
import type { User } from '@ringwell/database/accounts/user.entity';
import type { NewUser } from '@ringwell/database/accounts/users.repository';
import { UnitOfWork, type Repositories } from '@ringwell/database/unit-of-work';
import { userDisplayName } from '@ringwell/domain/accounts/user-display-name';
import { AppError, forbidden, unauthenticated } from '@ringwell/domain/errors/app-error';
import { CONFIG, type Config } from '@ringwell/platform/config/config.module';
import { hashPassword, verifyPassword } from '@ringwell/platform/crypto/password';
import { hashToken } from '@ringwell/platform/crypto/token-hash';

import { validationFailed } from '../../http/request/strict-validation.pipe';
import { ThrottleService } from '../../http/throttling/throttle.service';
import { EmailLinksService, linkInvalid } from '../email-links/email-links.service';
import { getActor } from '../principal/actor';
import { SessionsService } from '../session/sessions.service';
import { safeReturnPath } from '../sign-in/return-to';
import { SignInThrottleService } from '../sign-in/sign-in-throttle.service';
import { getSignUpMode } from './self-sign-up';
import type { ConfirmSignUpDto, SignUpDto } from './sign-up.dto';

const DOUBLE_CLICK_MS = 60_000;
const SIGN_UP_AGAIN_ADVICE = 'Sign up again to get a new one.';

/**
 * Lets visitors create demo accounts with a password. If they must confirm their address, no response reveals whether
 * it already has an account.
 */
@Injectable()
export class SignUpService {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly emailLinks: EmailLinksRepository,
    private readonly emails: EmailLinksService,
    private readonly throttle: ThrottleService,
    private readonly signInThrottle: SignInThrottleService,
    private readonly sessions: SessionsService,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /**
   * Sends a link that confirms the address or, if email is not set up, creates the account immediately. An existing
   * account stays unchanged, and its owner is notified by email. Without email, visitors learn that an address is
   * taken, because signing in with the chosen password would reveal it anyway.
   * @returns the new user, or undefined if the address must be confirmed
   * @throws AppError `SIGN_UP_OFF`, `RATE_LIMITED`, `VALIDATION_FAILED` for a taken address
   */
  async signUp(
    { password, returnTo, company = null, ...profile }: SignUpDto,
    request: Request,
  ): Promise<User | undefined> {
    const mode = getSignUpMode(this.config, request);
    if (mode === 'off' || mode === 'provider') throw signUpDisabled();
    await this.throttle.count('sign-up-email', profile.email);
    const passwordHash = await hashPassword(password);
    if (mode === 'immediate') {
      const unconfirmedUser = { ...profile, passwordHash, isEmailConfirmed: false };
      return await this.unitOfWork
        .run((repositories) => createUser(repositories, unconfirmedUser, company, request))
        .catch((error: unknown) => this.findJustCreatedUser(error, profile.email, password));
    }
    await this.sendEmail({ ...profile, company, passwordHash, returnTo: safeReturnPath(returnTo) });
    return undefined;
  }

  /** Returns the sign-up that a valid link belongs to. @throws AppError `EMAIL_LINK_INVALID` */
  async find(token: string): Promise<SignUp> {
    const signUp = await this.emailLinks.findSignUp(hashToken(token));
    if (!signUp) throw linkInvalid(SIGN_UP_AGAIN_ADVICE);
    return signUp;
  }

  /**
   * Creates the account for a confirmed address and signs the user in. The link alone is not enough: people could
   * confirm an account whose password someone else chose.
   * @returns the page to open
   * @throws AppError `EMAIL_LINK_INVALID`, `SIGN_IN_REFUSED`, `RATE_LIMITED`, `SIGN_UP_OFF`
   */
  async confirm({ token, password }: ConfirmSignUpDto, request: Request, response: Response): Promise<string> {
    if (getSignUpMode(this.config, request) !== 'confirmed') throw signUpDisabled();
    const signUp = await this.find(token);
    const attempt = await this.signInThrottle.countAttempt(signUp.email, request);
    if (!(await verifyPassword(signUp.passwordHash, password)))
      throw unauthenticated('SIGN_IN_REFUSED', 'This is not the password you chose when you signed up.');
    const { email, firstName, lastName, company, passwordHash, returnTo } = signUp;
    const user = await this.unitOfWork.run(async (repositories) => {
      const isFirstUse = await repositories.emailLinks.useSignUp(signUp); // waits for a concurrent use of the same link
      const owner = await repositories.users.findByEmail(email);
      // After a double click, browsers only show the response to the second request.
      if (!isFirstUse && owner?.passwordHash === passwordHash) return owner;
      if (!isFirstUse || owner !== null) throw linkInvalid(SIGN_UP_AGAIN_ADVICE);
      return await createUser(repositories, { email, firstName, lastName, passwordHash }, company, request);
    });
    if (!(await this.sessions.start(user, { signedInWith: 'password' }, request, response))) throw notSignedIn();
    await attempt.undoCount();
    return returnTo;
  }

  /** Starts a session for a user who has just signed up without confirming the address. */
  start(user: User, request: Request, response: Response): Promise<boolean> {
    return this.sessions.start(user, { signedInWith: 'password' }, request, response);
  }

  // After a double click, browsers only show the response to the second request.
  private async findJustCreatedUser(error: unknown, email: string, password: string): Promise<User> {
    if (!(error instanceof AppError && error.code === 'EMAIL_TAKEN')) throw error;
    const owner = await this.unitOfWork.run(({ users }) => users.findByEmail(email));
    const isNew = owner?.isEmailConfirmed === false && owner.createdAt.getTime() > Date.now() - DOUBLE_CLICK_MS;
    if (isNew && (await verifyPassword(owner.passwordHash, password))) return owner;
    throw validationFailed([{ field: 'email', message: 'This email already has an account. Sign in instead.' }]);
  }

  // Writes the same rows for an address that has an account, so the response time doesn't reveal the account. That
  // sign-up's token is never sent.
  private async sendEmail(signUp: Omit<SignUp, 'tokenHash' | 'expiresAt'>): Promise<void> {
    const product = this.config.PRODUCT_NAME;
    const { tokenHash, mail } = this.emails.compose({
      recipient: signUp.email,
      subject: `Confirm your email for ${product}`,
      intro: `Confirm your email to finish creating your ${product} account:`,
      footer:
        `The link works once and expires in ${SIGN_UP_HOURS} hours. You'll need the password you chose.\n\n` +
        "If you didn't sign up, ignore this email. No account will be created.",
      path: '/api/sign-up/confirm',
    });
    await this.unitOfWork.run(async ({ users, emailLinks, mails }) => {
      const owner = await users.findByEmail(signUp.email);
      await emailLinks.createSignUp({ ...signUp, tokenHash });
      await mails.enqueue(owner ? this.existingAccountEmail(signUp.email) : mail);
    });
  }

  private existingAccountEmail(recipient: string): { recipient: string; subject: string; body: string } {
    const product = this.config.PRODUCT_NAME;
    return {
      recipient,
      subject: `You already have a ${product} account`,
      body:
        `Someone, probably you, tried to sign up for ${product} with this email, which already has an account.\n\n` +
        `Sign in: ${this.emails.absoluteUrl('/api/login')}\n` +
        `Forgot your password? ${this.emails.absoluteUrl('/api/password/forgot')}\n\n` +
        "If it wasn't you, you can ignore this email. Nothing has changed.\n",
    };
  }
}

async function createUser(
  { users, accounts, activity }: Repositories,
  newUser: NewUser,
  company: string | null,
  request: Request,
): Promise<User> {
  const { id } = await users.create(newUser);
  await accounts.create(id, { company });
  const user = await users.findById(id);
  if (!user) throw new Error('The newly created user is missing.');
  await activity.record(
    { ...getActor(request), userId: user.id },
    {
      action: 'User created',
      description: `${userDisplayName(user)} signed up.`,
      accountId: user.id,
      metadata: { targetUserId: user.id },
    },
  );
  return user;
}

function signUpDisabled(): AppError {
  return forbidden('SIGN_UP_OFF', "You can't sign up with a password. Ask your administrator for an account.");
}

// The user has since been disabled or has added a second factor.
function notSignedIn(): AppError {
  return unauthenticated(
    'SIGN_IN_REFUSED',
    'Your email is confirmed, but you are not signed in. Sign in with your password.',
  );
}
