import { SECOND_STEP_MINUTES } from '@ringwell/domain/accounts/second-factor';

import { SqlRepository } from '../../postgres/sql';
import type { PendingSignIn } from './pending-sign-in.entity';

type FoundSignIn = Pick<PendingSignIn, 'userId' | 'hasWeakPassword'>;

const LIFETIME = `interval '${SECOND_STEP_MINUTES} minutes'`;

/**
 * Sign-ins between the password and the second step. Everything that ends a user's sessions, such as a new password,
 * also ends these (`SessionsRepository.endByUser`).
 */
export class PendingSignInsRepository extends SqlRepository {
  async create(
    tokenHash: string,
    { userId, hasWeakPassword, ipAddress, userAgent }: Omit<PendingSignIn, 'tokenHash' | 'expiresAt'>,
  ): Promise<void> {
    await this.rows(
      `
      insert into pending_sign_ins (token_hash, user_id, has_weak_password, ip_address, user_agent, expires_at)
        values ($1, $2, $3, $4, $5, now() + ${LIFETIME})`,
      [tokenHash, userId, hasWeakPassword, ipAddress, userAgent],
    );
  }

  /** Returns `undefined` if the sign-in is unknown, expired or already used. */
  async find(tokenHash: string): Promise<FoundSignIn | undefined> {
    return await this.row<FoundSignIn>(
      `
      select user_id as "userId", has_weak_password as "hasWeakPassword"
      from pending_sign_ins where token_hash = $1 and expires_at > now()`,
      [tokenHash],
    );
  }

  /** Deletes the sign-in after the second step, or when the same user starts over in the same browser. */
  async use(tokenHash: string, userId: string): Promise<void> {
    await this.rows('delete from pending_sign_ins where token_hash = $1 and user_id = $2', [tokenHash, userId]);
  }

  /** Ends all of a user's pending sign-ins. @returns the number of security events recorded */
  async endByUser(userId: string): Promise<number> {
    return await this.end('user_id = $1', [userId]);
  }

  /** Ends expired pending sign-ins. @returns the number of security events recorded */
  async endExpired(): Promise<number> {
    return await this.end('expires_at <= now()');
  }

  // Recorded as an event, because someone knew the password but didn't present the second factor.
  private async end(condition: string, parameters: unknown[] = []): Promise<number> {
    return this.countRows(
      `
      with ended as (delete from pending_sign_ins where ${condition} returning *)
      insert into security_events
        (kind, outcome, method, code, target_user_id, ip_address, user_agent, count, first_at, created_at)
      select 'sign_in', 'refused', 'password', 'SECOND_STEP_MISSING', user_id, ip_address, user_agent, count(*),
        min(expires_at - ${LIFETIME}), max(least(expires_at, now()))
      from ended group by user_id, ip_address, user_agent
      returning id`,
      parameters,
    );
  }
}
