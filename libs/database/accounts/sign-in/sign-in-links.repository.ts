import { SqlRepository } from '../../postgres/sql';

export const SIGN_IN_LINK_MINUTES = 15;

/**
 * Single-use sign-in links. Only token hashes are stored. Ending all of a user's sessions also deletes their links
 * (`SessionsRepository.endByUser`).
 */
export class SignInLinksRepository extends SqlRepository {
  async create(userId: string, tokenHash: string): Promise<void> {
    await this.rows(
      `
      insert into sign_in_links (token_hash, user_id, expires_at)
        values ($1, $2, now() + interval '${SIGN_IN_LINK_MINUTES} minutes')`,
      [tokenHash, userId],
    );
  }

  /** @returns the link's user, if the link is still valid */
  async find(tokenHash: string): Promise<string | undefined> {
    return this.value<string>(
      `
      select link.user_id from sign_in_links link join users owner on owner.id = link.user_id
      where link.token_hash = $1 and link.expires_at > now() and owner.is_active`,
      [tokenHash],
    );
  }

  async purgeExpired(): Promise<number> {
    return (await this.rows('delete from sign_in_links where expires_at <= now() returning token_hash')).length;
  }
}
