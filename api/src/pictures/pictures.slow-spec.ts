import { createHash } from 'node:crypto';

import sharp from 'sharp';

import type { TestAccount } from '@ringwell/testing/make-account';
import { SessionClient } from '@ringwell/testing/session-client';
import { useTestApi } from '@ringwell/testing/start-api';

import type { CurrentUserDto } from '../auth/current-user/current-user.dto';

const MY_PICTURE_PATH = '/api/my/picture';
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const WEBP = Buffer.from('UklGRiQAAABXRUJQVlA4IBgAAAAwAQCdASoBAAEAAwA0JaQAA3AA/vuUAAA=', 'base64');

/** Creates a photo like one taken on a phone, with metadata for its rotation and location. */
const makePhoto = (): Promise<Buffer> =>
  sharp({ create: { width: 1200, height: 800, channels: 3, background: '#1d4ed8' } })
    .jpeg()
    .withMetadata({ orientation: 6 })
    .withExifMerge({ IFD0: { Copyright: 'Dana Reyes' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '40/1 26/1 46/1' } })
    .toBuffer();

// Revalidates like a browser. fetch would send no-cache.
const REVALIDATION = { 'cache-control': 'max-age=0' };

// The API ignores the client's content type.
const toBlob = (bytes: Buffer, type = 'application/json'): Blob => new Blob([Uint8Array.from(bytes)], { type });

describe('User pictures', () => {
  const { api, database } = useTestApi();
  let dana: TestAccount;
  let client: SessionClient;
  const fetchBytes = async (url: string): Promise<Buffer> => {
    const response = await fetch(`${api.url}${url}`, { headers: { cookie: client.cookie } });
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/webp']);
    return Buffer.from(await response.arrayBuffer());
  };
  const uploadPicture = async (bytes: Buffer): Promise<string> => {
    const { status, body } = await client.put<CurrentUserDto>(MY_PICTURE_PATH, toBlob(bytes));
    expect(status).toBe(200);
    return body.profileImageUrl ?? '';
  };

  beforeEach(async () => {
    dana = await database.makeAccount();
    client = await api.signIn(dana.user);
  });

  it("are only shown to account members and administrators until they're replaced or removed", async () => {
    const url = await uploadPicture(PNG);
    const response = await fetch(`${api.url}${url}`, { headers: { cookie: client.cookie } });
    const picture = Buffer.from(await response.arrayBuffer());
    expect(await sharp(picture).metadata()).toMatchObject({ format: 'webp', width: 1, height: 1 });
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/webp',
      'content-length': String(picture.length),
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-cache',
    });
    const etag = response.headers.get('etag') ?? '';
    expect((await client.get(url, { 'if-none-match': etag, ...REVALIDATION })).status).toBe(304);

    const viewer = await database.makeMember(dana, 'viewer');
    const { user: admin } = await database.makeAccount({ user: { role: 'admin' } });
    const { user: stranger } = await database.makeAccount();
    const fetchStatusAs = async (id: string): Promise<number> => (await (await api.signIn({ id })).get(url)).status;
    expect([await fetchStatusAs(viewer.id), await fetchStatusAs(admin.id), await fetchStatusAs(stranger.id)]).toEqual([
      200, 200, 404,
    ]);

    const newUrl = await uploadPicture(WEBP);
    expect(newUrl).not.toBe(url);
    expect((await client.get(newUrl)).headers.get('content-type')).toBe('image/webp');
    expect((await client.delete<CurrentUserDto>(MY_PICTURE_PATH)).body.profileImageUrl).toBeNull();
    expect((await client.get(newUrl)).status).toBe(404);
    expect(await database.repositories.users.findPicture(dana.user.id)).toBeNull();
  });

  it("are small, upright, and don't reveal where a photo was taken", async () => {
    const photo = await makePhoto();
    expect(photo.includes('Exif')).toBe(true);
    const storedBytes = await fetchBytes(await uploadPicture(photo));
    expect(await sharp(storedBytes).metadata()).toMatchObject({ width: 341, height: 512 });
    for (const trace of ['Exif', 'EXIF', 'Dana Reyes']) expect(storedBytes.includes(trace)).toBe(false);
  });

  it('stay consistent after two simultaneous uploads', async () => {
    await Promise.all([uploadPicture(await makePhoto()), uploadPicture(PNG)]);
    const url = (await client.get<CurrentUserDto>('/api/auth/user')).body.profileImageUrl ?? '';
    const storedBytes = await fetchBytes(url);
    expect(url).toContain(createHash('sha256').update(storedBytes).digest('hex').slice(0, 32));
  });

  it('are rejected if they have too many pixels to decode safely, even in a small file', async () => {
    const hugePicture = await sharp({ create: { width: 30_000, height: 3_000, channels: 3, background: '#fff' } })
      .png({ compressionLevel: 9 })
      .toBuffer();
    expect(hugePicture.length).toBeLessThan(300_000);
    const { status, body } = await client.put<{ code: string }>(MY_PICTURE_PATH, toBlob(hugePicture));
    expect([status, body.code]).toEqual([413, 'PICTURE_TOO_LARGE']);
    expect(await database.repositories.users.findPicture(dana.user.id)).toBeNull();
  });

  it.each([
    ['a script in an SVG file', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'), 415],
    ['an empty file', Buffer.alloc(0), 415],
    ['a GIF', Buffer.from('R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==', 'base64'), 415],
    ['half a PNG', PNG.subarray(0, 50), 415],
    ['a picture of more than 2 MB', Buffer.concat([PNG, Buffer.alloc(2 * 1_048_576)]), 413],
  ])('are rejected if the upload is %s', async (_, bytes, status) => {
    expect((await client.put(MY_PICTURE_PATH, toBlob(bytes, 'image/png'))).status).toBe(status);
    expect((await client.get<CurrentUserDto>('/api/auth/user')).body.profileImageUrl).toBeNull();
  });

  it('are not served if they come from a sign-in provider', async () => {
    const profileImageUrl = 'https://images.example.com/dana.png';
    const { user } = await database.makeAccount({ user: { profileImageUrl } });
    expect((await (await api.signIn(user)).get(`/api/users/${user.id}/picture`)).status).toBe(404);
  });
});
