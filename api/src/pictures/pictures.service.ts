import { createHash } from 'node:crypto';

import { Injectable } from '@nestjs/common';

import { MembersRepository } from '@ringwell/database/accounts/members/members.repository';
import type { Actor } from '@ringwell/database/accounts/security/activity.repository';
import type { User } from '@ringwell/database/accounts/user.entity';
import { UsersRepository } from '@ringwell/database/accounts/users.repository';
import { UnitOfWork } from '@ringwell/database/unit-of-work';
import { userDisplayName } from '@ringwell/domain/accounts/user-display-name';
import { notFound, type AppError } from '@ringwell/domain/errors/app-error';

import { userNotFound } from '../auth/access/owned-account.pipe';
import type { Principal } from '../auth/principal/principal';
import { PictureEncoder } from './picture-encoder.service';

/** Stores at most one picture per user. */
@Injectable()
export class PicturesService {
  constructor(
    private readonly encoder: PictureEncoder,
    private readonly unitOfWork: UnitOfWork,
    private readonly users: UsersRepository,
    private readonly members: MembersRepository,
  ) {}

  /**
   * @param upload a PNG, JPEG or WebP file, identified by its content
   * @throws AppError `USER_NOT_FOUND`, and any error from `PictureEncoder`
   */
  async save(userId: string, upload: Buffer, actor: Actor): Promise<void> {
    const picture = await this.encoder.encode(upload);
    // The hash makes browsers fetch the picture again when it is replaced.
    const profileImageUrl = `/api/users/${userId}/picture?v=${pictureHash(picture)}`;
    await this.change(userId, { picture, profileImageUrl }, actor);
  }

  /** @throws AppError `USER_NOT_FOUND` */
  async remove(userId: string, actor: Actor): Promise<void> {
    await this.change(userId, { picture: null, profileImageUrl: null }, actor);
  }

  /**
   * Returns a picture that the principal may see: their own picture, pictures of members of the account, and all
   * pictures for administrators.
   * @throws AppError `PICTURE_NOT_FOUND`
   */
  async get({ userId: viewerId, role, accountId }: Principal, userId: string): Promise<Buffer> {
    const isVisible =
      userId === viewerId || role === 'admin' || (await this.members.findRole(accountId, userId)) !== undefined;
    const picture = isVisible ? await this.users.findPicture(userId) : null;
    if (!picture) throw pictureNotFound();
    return picture;
  }

  private async change(
    userId: string,
    changes: Pick<User, 'picture' | 'profileImageUrl'>,
    actor: Actor,
  ): Promise<void> {
    await this.unitOfWork.run(async ({ users, activity }) => {
      const user = await users.lock(userId);
      if (!user) throw userNotFound();
      if (user.profileImageUrl === changes.profileImageUrl) return;
      await users.update(userId, changes);
      await activity.record(actor, {
        action: 'User updated',
        description: `${userDisplayName(user)} changed their picture.`,
        metadata: { targetUserId: userId, changed: ['picture'] },
      });
    });
  }
}

/** Identifies a picture by its content. */
export function pictureHash(picture: Buffer): string {
  return createHash('sha256').update(picture).digest('hex').slice(0, 32);
}

export function pictureNotFound(): AppError {
  return notFound('PICTURE_NOT_FOUND', 'This user has no picture.');
}
