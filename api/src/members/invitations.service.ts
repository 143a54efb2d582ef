import { Inject, Injectable } from '@nestjs/common';

import { AccountsRepository } from '@ringwell/database/accounts/accounts.repository';
import type { Invitation } from '@ringwell/database/accounts/members/invitation.entity';
import { INVITATION_DAYS, InvitationsRepository } from '@ringwell/database/accounts/members/invitations.repository';
import type { Actor } from '@ringwell/database/accounts/security/activity.repository';
import { UnitOfWork } from '@ringwell/database/unit-of-work';
import { roleWithArticle, type MemberRole } from '@ringwell/domain/accounts/member-role';
import { conflict, notFound, type AppError } from '@ringwell/domain/errors/app-error';
import { CONFIG, type Config } from '@ringwell/platform/config/config.module';

import { roleTooLow } from '../auth/access/role-too-low';
import { EmailLinksService } from '../auth/email-links/email-links.service';
import type { Caller } from '../auth/principal/caller';
import type { Principal } from '../auth/principal/principal';
import { INVITATION_PATH } from '../auth/sign-in/return-to';
import { clientNetwork } from '../http/throttling/client-network';
import { ThrottleService } from '../http/throttling/throttle.service';

export interface CreatedInvitation {
  invitation: Invitation;
  /** Null when the invitation was sent by email. */
  link: string | null;
}

@Injectable()
export class InvitationsService {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly accounts: AccountsRepository,
    private readonly invitations: InvitationsRepository,
    private readonly emails: EmailLinksService,
    private readonly throttle: ThrottleService,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  list({ accountId }: Principal): Promise<Invitation[]> {
    return this.invitations.list(accountId);
  }

  /**
   * Invites an address. Inviting it again invalidates the earlier link. The link is sent by email or, if email is not
   * set up, returned.
   * @throws AppError `ALREADY_MEMBER`, `RATE_LIMITED`, `ROLE_TOO_LOW` if the user is no longer an owner
   */
  async invite(
    { accountId, userId, actor }: Caller,
    { email, role }: { email: string; role: MemberRole },
  ): Promise<CreatedInvitation> {
    await this.countDemoInvitation(accountId, actor);
    await this.throttle.count('invitation-email', email);
    const isEmailed = this.config.SMTP_URL !== undefined;
    const { tokenHash, url, mail } = this.emails.compose({
      recipient: email,
      subject: `You're invited to ${this.config.PRODUCT_NAME}`,
      intro: `You're invited to join an account on ${this.config.PRODUCT_NAME} as ${roleWithArticle(role)}:`,
      footer:
        `The link works for ${INVITATION_DAYS} days and shows whose account it is.\n\n` +
        "If you don't know what this is about, ignore this email.",
      path: INVITATION_PATH,
    });
    const invitation = await this.unitOfWork.run(async ({ accounts, users, members, invitations, mails, activity }) => {
      await accounts.lock(accountId); // demoting or removing the user waits for this lock, and then deletes the invitation
      if ((await members.findRole(accountId, userId)) !== 'owner') throw roleTooLow('owner');
      const invitedUser = await users.findByEmail(email);
      if (invitedUser && (await members.findRole(accountId, invitedUser.id)))
        throw conflict('ALREADY_MEMBER', 'This person is already a member. Change their role in the list of members.');
      const savedInvitation = await invitations.put({
        accountId,
        email,
        role,
        tokenHash,
        provesEmail: isEmailed,
        invitedBy: userId,
      });
      if (isEmailed) await mails.enqueue(mail);
      await activity.record(actor, {
        action: 'Member invited',
        description: `${savedInvitation.email} was invited as ${roleWithArticle(role)}.`,
        accountId,
        metadata: { role },
      });
      return savedInvitation;
    });
    return { invitation, link: isEmailed ? null : url };
  }

  // Demo accounts are free, so anyone could use them to email strangers.
  private async countDemoInvitation(accountId: string, { ipAddress }: Actor): Promise<void> {
    const account = await this.accounts.findById(accountId);
    if (account?.status !== 'demo') return;
    await this.throttle.count('demo-invitations', accountId);
    if (ipAddress !== null) await this.throttle.count('demo-invitations-network', clientNetwork(ipAddress));
  }

  /** Deletes an invitation, which invalidates its link. @throws AppError `INVITATION_NOT_FOUND` */
  async revoke({ accountId, actor }: Caller, id: string): Promise<void> {
    await this.unitOfWork.run(async ({ invitations, activity }) => {
      const email = await invitations.delete(accountId, id);
      if (email === undefined) throw invitationNotFound();
      await activity.record(actor, {
        action: 'Invitation revoked',
        description: `The invitation for ${email} was revoked.`,
        accountId,
      });
    });
  }
}

export function invitationNotFound(): AppError {
  return notFound('INVITATION_NOT_FOUND', 'Invitation not found. It may have been accepted or revoked.');
}
