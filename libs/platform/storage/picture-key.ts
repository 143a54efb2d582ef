/** What the keys of pictures start with. No recording has such a key. */
export const PICTURES = 'pictures/';

/** Storage key of the picture that a user uploaded. */
export function pictureKey(userId: string): string {
  return `${PICTURES}${userId}`;
}
