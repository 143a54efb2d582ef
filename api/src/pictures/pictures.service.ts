import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';

import { Inject, Injectable } from '@nestjs/common';
import { fileTypeFromBuffer } from 'file-type';

import type { Actor } from '@ringwell/database/accounts/activity.repository';
import { MembersRepository } from '@ringwell/database/accounts/members.repository';
import { UsersRepository } from '@ringwell/database/accounts/users.repository';
import { UnitOfWork } from '@ringwell/database/unit-of-work';
import { AppError } from '@ringwell/domain/app-error';
import { userDisplayName } from '@ringwell/domain/user-display-name';
import type { Logger } from '@ringwell/platform/logging/create-logger';
import { LOGGER } from '@ringwell/platform/logging/logger.module';
import { pictureKey } from '@ringwell/platform/storage/picture-key';
import { RecordingStorage } from '@ringwell/platform/storage/recording-storage';

import { userNotFound } from '../auth/owned-account.pipe';
import type { Principal } from '../auth/principal';
import { MEDIA_TYPES, pictureUrl, pictureVersion, type PictureType, type PictureVersion } from './picture-url';

/** The pictures that users upload. A user has at most one, and a new one replaces it. */
@Injectable()
export class PicturesService {
  constructor(
    private readonly storage: RecordingStorage,
    private readonly unitOfWork: UnitOfWork,
    private readonly users: UsersRepository,
    private readonly members: MembersRepository,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * @param picture a PNG, JPEG or WebP file, identified by its content
   * @throws AppError `UNSUPPORTED_PICTURE`, `USER_NOT_FOUND` and the errors of the storage
   */
  async save(userId: string, picture: Buffer, actor: Actor): Promise<void> {
    const type = await pictureType(picture);
    const hash = createHash('sha256').update(picture).digest('hex').slice(0, 32);
    await this.storage.put(pictureKey(userId), Readable.from([picture]));
    try {
      await this.change(userId, pictureUrl(userId, { hash, type }), actor);
    } catch (error) {
      if (error instanceof AppError && error.code === 'USER_NOT_FOUND') await this.deleteFile(userId);
      throw error;
    }
  }

  /** @throws AppError `USER_NOT_FOUND` */
  async remove(userId: string, actor: Actor): Promise<void> {
    await this.change(userId, null, actor);
    await this.deleteFile(userId);
  }

  /**
   * The version of a picture that the principal may see: their own, those of members of the account, and for
   * administrators all.
   * @throws AppError `PICTURE_NOT_FOUND`
   */
  async find({ userId: viewerId, role, accountId }: Principal, userId: string): Promise<PictureVersion> {
    const isVisible =
      userId === viewerId || role === 'admin' || (await this.members.findRole(accountId, userId)) !== undefined;
    const user = isVisible ? await this.users.findById(userId) : null;
    const version = pictureVersion(user?.profileImageUrl ?? null);
    if (!version) throw pictureNotFound();
    return version;
  }

  /** @throws AppError `PICTURE_NOT_FOUND`, `STORAGE_UNAVAILABLE` */
  async open(userId: string): Promise<{ bytes: number; file: Readable }> {
    const key = pictureKey(userId);
    const stored = await this.storage.stat(key);
    if (!stored) throw pictureNotFound();
    return { ...stored, file: await this.storage.openRead(key) };
  }

  private async change(userId: string, profileImageUrl: string | null, actor: Actor): Promise<void> {
    await this.unitOfWork.run(async ({ users, activity }) => {
      const user = await users.lock(userId);
      if (!user) throw userNotFound();
      if (user.profileImageUrl === profileImageUrl) return;
      await users.update(userId, { profileImageUrl });
      await activity.record(actor, {
        action: 'User updated',
        description: `${userDisplayName(user)} changed their own picture.`,
        metadata: { targetUserId: userId, changed: ['picture'] },
      });
    });
  }

  // Nothing refers to the file anymore. The next picture replaces it, and the storage sweep deletes those without a user.
  private async deleteFile(userId: string): Promise<void> {
    await this.storage
      .delete(pictureKey(userId))
      .catch((err: unknown) => this.logger.warn({ err, userId }, 'pictures: failed to delete a picture'));
  }
}

async function pictureType(picture: Buffer): Promise<PictureType> {
  const { ext } = (await fileTypeFromBuffer(picture)) ?? {};
  if (ext !== undefined && ext in MEDIA_TYPES) return ext as PictureType;
  throw new AppError({
    kind: 'unsupported_media',
    code: 'UNSUPPORTED_PICTURE',
    message: "We can't read this picture. Choose a PNG, JPEG or WebP file.",
  });
}

export function pictureNotFound(): AppError {
  return new AppError({ kind: 'not_found', code: 'PICTURE_NOT_FOUND', message: 'This user has no picture.' });
}
