const FILE = /\?v=([0-9a-f]{32})\.(png|jpg|webp)$/;

/** Of an uploaded picture: what browsers compare copies by, and its media type. */
export interface PictureVersion {
  hash: string;
  type: PictureType;
}

export type PictureType = keyof typeof MEDIA_TYPES;

export const MEDIA_TYPES = { png: 'image/png', jpg: 'image/jpeg', webp: 'image/webp' } as const;

/** Where a user's picture is read. The version makes browsers load a new one. */
export function pictureUrl(userId: string, { hash, type }: PictureVersion): string {
  return `/api/users/${userId}/picture?v=${hash}.${type}`;
}

/** Of an uploaded picture; undefined without one, and for pictures of a sign-in provider. */
export function pictureVersion(profileImageUrl: string | null): PictureVersion | undefined {
  if (!profileImageUrl?.startsWith('/api/users/')) return undefined;
  const [, hash, type] = FILE.exec(profileImageUrl) ?? [];
  return hash === undefined ? undefined : { hash, type: type as PictureType };
}
