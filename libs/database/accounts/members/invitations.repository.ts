import { In } from 'typeorm';

import { SqlRepository } from '../../postgres/sql';
import { Invitation } from './invitation.entity';

export const INVITATION_DAYS = 7;

export type NewInvitation = Pick<
  Invitation,
  'accountId' | 'email' | 'role' | 'tokenHash' | 'provesEmail' | 'invitedBy'
>;

export class InvitationsRepository extends SqlRepository {
  /** Replaces the address's earlier invitation to the account, disabling its link. */
  async put({ accountId, email, role, tokenHash, provesEmail, invitedBy }: NewInvitation): Promise<Invitation> {
    const insertedRow = await this.row<{ id: string }>(
      `
      insert into invitations (account_id, email, role, token_hash, proves_email, invited_by, expires_at)
        values ($1, lower($2), $3, $4, $5, $6, now() + interval '${INVITATION_DAYS} days')
      on conflict (account_id, email) do update set role = excluded.role, token_hash = excluded.token_hash,
        proves_email = excluded.proves_email, invited_by = excluded.invited_by, expires_at = excluded.expires_at,
        created_at = now()
      returning id`,
      [accountId, email, role, tokenHash, provesEmail, invitedBy],
    );
    return this.manager.findOneByOrFail(Invitation, { id: insertedRow?.id ?? '' });
  }

  /** Includes expired invitations, so that they can be resent. Newest first. */
  list(accountId: string): Promise<Invitation[]> {
    return this.manager.find(Invitation, { where: { accountId }, order: { createdAt: 'DESC', id: 'DESC' } });
  }

  /** Returns the invitation for a link, if the link still works and the account isn't disabled. */
  async findOpen(tokenHash: string): Promise<Invitation | undefined> {
    const openInvitation = await this.row<{ id: string }>(
      `
      select invitation.id from invitations invitation join accounts account on account.id = invitation.account_id
      where invitation.token_hash = $1 and invitation.expires_at > now() and account.is_active`,
      [tokenHash],
    );
    return openInvitation && ((await this.manager.findOneBy(Invitation, openInvitation)) ?? undefined);
  }

  /** @returns false if the invitation has since been accepted or revoked */
  async use(id: string): Promise<boolean> {
    return this.hasRow('delete from invitations where id = $1 returning id', [id]);
  }

  /** @returns the invited address */
  async delete(accountId: string, id: string): Promise<string | undefined> {
    return this.value<string>('delete from invitations where account_id = $1 and id = $2 returning email', [
      accountId,
      id,
    ]);
  }

  /** Deletes the invitations sent by a user who is no longer allowed to invite anyone. */
  async deleteByInviter(accountIds: readonly string[], invitedBy: string): Promise<void> {
    await this.manager.delete(Invitation, { accountId: In(accountIds), invitedBy });
  }

  async deleteByAccount(accountId: string): Promise<void> {
    await this.manager.delete(Invitation, { accountId });
  }

  async purgeExpired(): Promise<number> {
    return this.countRows(
      `delete from invitations where expires_at < now() - interval '${INVITATION_DAYS} days' returning id`,
    );
  }
}
