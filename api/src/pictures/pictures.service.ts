import { Readable } from 'node:stream';

import { Inject, Injectable } from '@nestjs/common';

import { MembersRepository } from '@ringwell/database/accounts/members/members.repository';
import type { Actor } from '@ringwell/database/accounts/security/activity.repository';
import { UsersRepository } from '@ringwell/database/accounts/users.repository';
import { UnitOfWork } from '@ringwell/database/unit-of-work';
import { userDisplayName } from '@ringwell/domain/accounts/user-display-name';
import { AppError, notFound } from '@ringwell/domain/errors/app-error';
import { LOGGER, type Logger } from '@ringwell/platform/logging/logger.module';
import { createPictureVersion, pictureKey, pictureUrl, pictureVersion } from '@ringwell/platform/storage/picture-key';
import { RecordingStorage } from '@ringwell/platform/storage/recording-storage';

import { userNotFound } from '../auth/access/owned-account.pipe';
import type { Principal } from '../auth/principal/principal';
import { PictureEncoder } from './picture-encoder.service';

/** Stores at most one picture per user. */
@Injectable()
export class PicturesService {
  constructor(
    private readonly storage: RecordingStorage,
    private readonly encoder: PictureEncoder,
    private readonly unitOfWork: UnitOfWork,
    private readonly users: UsersRepository,
    private readonly members: MembersRepository,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * @param picture a PNG, JPEG or WebP file, identified by its content
   * @throws AppError `USER_NOT_FOUND`, and any error from `PictureEncoder` or the storage
   */
  async save(userId: string, picture: Buffer, actor: Actor): Promise<void> {
    const version = await this.store(userId, picture);
    try {
      await this.change(userId, pictureUrl(userId, version), actor);
    } catch (error) {
      if (error instanceof AppError && error.code === 'USER_NOT_FOUND') await this.deleteFile(userId, version);
      throw error;
    }
  }

  /** @throws AppError `USER_NOT_FOUND` */
  async remove(userId: string, actor: Actor): Promise<void> {
    await this.change(userId, null, actor);
  }

  /**
   * Returns the version of a picture that the principal may see: their own picture, pictures of members of the account,
   * and all pictures for administrators.
   * @throws AppError `PICTURE_NOT_FOUND`
   */
  async find({ userId: viewerId, role, accountId }: Principal, userId: string): Promise<string> {
    const isVisible =
      userId === viewerId || role === 'admin' || (await this.members.findRole(accountId, userId)) !== undefined;
    const user = isVisible ? await this.users.findById(userId) : null;
    const version = pictureVersion(user?.profileImageUrl ?? null);
    if (version === undefined) throw pictureNotFound();
    return version;
  }

  /** @throws AppError `PICTURE_NOT_FOUND`, `STORAGE_UNAVAILABLE` */
  async open(userId: string, version: string): Promise<{ bytes: number; file: Readable }> {
    const key = pictureKey(userId, version);
    const picture = await this.storage.stat(key);
    if (!picture) throw pictureNotFound();
    return { ...picture, file: await this.storage.openRead(key) };
  }

  private async store(userId: string, picture: Buffer): Promise<string> {
    const webp = await this.encoder.encode(picture);
    const version = createPictureVersion(webp);
    await this.storage.put(pictureKey(userId, version), Readable.from([webp]));
    return version;
  }

  private async change(userId: string, profileImageUrl: string | null, actor: Actor): Promise<void> {
    const replacedVersion = await this.unitOfWork.run(async ({ users, activity }) => {
      const user = await users.lock(userId);
      if (!user) throw userNotFound();
      if (user.profileImageUrl === profileImageUrl) return undefined;
      await users.update(userId, { profileImageUrl });
      await activity.record(actor, {
        action: 'User updated',
        description: `${userDisplayName(user)} changed their picture.`,
        metadata: { targetUserId: userId, changed: ['picture'] },
      });
      return pictureVersion(user.profileImageUrl);
    });
    if (replacedVersion !== undefined) await this.deleteFile(userId, replacedVersion);
  }

  // The file is no longer referenced. If this fails, the storage sweep deletes it.
  private async deleteFile(userId: string, version: string): Promise<void> {
    await this.storage
      .delete(pictureKey(userId, version))
      .catch((err: unknown) => this.logger.warn({ err, userId }, 'pictures: failed to delete a picture'));
  }
}

export function pictureNotFound(): AppError {
  return notFound('PICTURE_NOT_FOUND', 'This user has no picture.');
}
