import { createHash, randomBytes } from 'node:crypto';

/** Key prefix of pictures. No recording's key starts with it. */
export const PICTURES_PREFIX = 'pictures/';

const VERSION = /^\/api\/users\/[0-9a-f-]{36}\/picture\?v=([0-9a-f]{32}-[0-9a-f]{8})\.webp$/;

/** Names a picture by its content and upload, so that keys are never reused. */
export function createPictureVersion(picture: Buffer): string {
  const hash = createHash('sha256').update(picture).digest('hex').slice(0, 32);
  return `${hash}-${randomBytes(4).toString('hex')}`;
}

export function pictureKey(userId: string, version: string): string {
  return `${PICTURES_PREFIX}${userId}.${version}`;
}

/** Returns the URL of a user's picture. The version busts the browser cache when the picture is replaced. */
export function pictureUrl(userId: string, version: string): string {
  return `/api/users/${userId}/picture?v=${version}.webp`;
}

/**
 * Returns the version of an uploaded picture; undefined if there's no picture or it's from a sign-in provider.
 */
export function pictureVersion(profileImageUrl: string | null): string | undefined {
  return VERSION.exec(profileImageUrl ?? '')?.[1];
}
