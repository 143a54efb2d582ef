import { createHash, randomBytes } from 'node:crypto';

/** What the keys of pictures start with. No recording has such a key. */
export const PICTURES = 'pictures/';

const VERSION = /^\/api\/users\/[0-9a-f-]{36}\/picture\?v=([0-9a-f]{32}(?:-[0-9a-f]{8})?)\.\w+$/;
const MARK = '-';

/** Names a picture by its content and one upload of it, so that no other file can ever have its key. */
export function newPictureVersion(picture: Buffer): string {
  const hash = createHash('sha256').update(picture).digest('hex').slice(0, 32);
  return `${hash}${MARK}${randomBytes(4).toString('hex')}`;
}

/** Whether a picture was stored as it was uploaded, by a version before those that encode pictures again. */
export function isStoredAsUploaded(version: string): boolean {
  return !version.includes(MARK);
}

/** Storage key of a picture that a user uploaded. */
export function pictureKey(userId: string, version: string): string {
  return isStoredAsUploaded(version) ? `${PICTURES}${userId}` : `${PICTURES}${userId}.${version}`;
}

/** Where a user's picture is read. The version makes browsers load a new one. */
export function pictureUrl(userId: string, version: string): string {
  return `/api/users/${userId}/picture?v=${version}.webp`;
}

/** Of an uploaded picture; undefined without one, and for pictures of a sign-in provider. */
export function pictureVersion(profileImageUrl: string | null): string | undefined {
  return VERSION.exec(profileImageUrl ?? '')?.[1];
}
