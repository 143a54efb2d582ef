import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

import { SECOND_STEP_MINUTES } from '@ringwell/domain/second-factor';

import { row, rows } from '../postgres/sql';
import type { PendingSignIn } from './pending-sign-in.entity';

type Pending = Pick<PendingSignIn, 'userId' | 'hasWeakPassword'>;

/**
 * Sign-ins between the password and the second step. Whatever ends the sessions of a user, such as a new password, ends
 * these, too (`SessionsRepository.endByUser`).
 */
@Injectable()
export class PendingSignInsRepository {
  constructor(private readonly manager: EntityManager) {}

  async create(tokenHash: string, { userId, hasWeakPassword }: Pending): Promise<void> {
    await rows(
      this.manager,
      `
      insert into pending_sign_ins (token_hash, user_id, has_weak_password, expires_at)
        values ($1, $2, $3, now() + interval '${SECOND_STEP_MINUTES} minutes')`,
      [tokenHash, userId, hasWeakPassword],
    );
  }

  /** `undefined` when it is unknown, has expired or was used. */
  async find(tokenHash: string): Promise<Pending | undefined> {
    return await row<Pending>(
      this.manager,
      `
      select user_id as "userId", has_weak_password as "hasWeakPassword"
      from pending_sign_ins where token_hash = $1 and expires_at > now()`,
      [tokenHash],
    );
  }

  async use(tokenHash: string): Promise<void> {
    await rows(this.manager, 'delete from pending_sign_ins where token_hash = $1', [tokenHash]);
  }

  async purgeExpired(): Promise<number> {
    return (await rows(this.manager, 'delete from pending_sign_ins where expires_at <= now() returning token_hash'))
      .length;
  }
}
