import { pictureKey } from '@ringwell/platform/storage/picture-key';
import { RecordingStorage } from '@ringwell/platform/storage/recording-storage';
import { makeAccount, makeMember, type TestAccount } from '@ringwell/testing/make-account';
import { SessionClient } from '@ringwell/testing/session-client';
import { useTestApi } from '@ringwell/testing/start-api';

import type { CurrentUserDto } from '../auth/current-user/current-user.dto';

const MINE = '/api/my/picture';
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const WEBP = Buffer.from('UklGRiQAAABXRUJQVlA4IBgAAAAwAQCdASoBAAEAAwA0JaQAA3AA/vuUAAA=', 'base64');

// Like a browser that revalidates; fetch would send no-cache.
const REVALIDATION = { 'cache-control': 'max-age=0' };

// The type that the client gives does not count.
const file = (bytes: Buffer, type = 'application/json'): Blob => new Blob([Uint8Array.from(bytes)], { type });

describe('Pictures of users', () => {
  const { api, database } = useTestApi();
  let dana: TestAccount;
  let client: SessionClient;
  const signedIn = (id: string): Promise<SessionClient> => SessionClient.signIn(api, database.dataSource, id);
  const upload = async (bytes: Buffer): Promise<string> => {
    const { status, body } = await client.put<CurrentUserDto>(MINE, file(bytes));
    expect(status).toBe(200);
    return body.profileImageUrl ?? '';
  };

  beforeEach(async () => {
    dana = await makeAccount(database.dataSource);
    client = await signedIn(dana.user.id);
  });

  it('are shown to members of the account and administrators only, until they are replaced or removed', async () => {
    const url = await upload(PNG);
    const read = await fetch(`${api.url}${url}`, { headers: { cookie: client.cookie } });
    expect(Buffer.from(await read.arrayBuffer())).toEqual(PNG);
    expect(Object.fromEntries(read.headers)).toMatchObject({
      'content-type': 'image/png',
      'content-length': String(PNG.length),
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-cache',
    });
    const etag = read.headers.get('etag') ?? '';
    expect((await client.get(url, { 'if-none-match': etag, ...REVALIDATION })).status).toBe(304);

    const viewer = await makeMember(database.dataSource, dana, 'viewer');
    const { user: admin } = await makeAccount(database.dataSource, { user: { role: 'admin' } });
    const { user: stranger } = await makeAccount(database.dataSource);
    const seen = async (id: string): Promise<number> => (await (await signedIn(id)).get(url)).status;
    expect([await seen(viewer.id), await seen(admin.id), await seen(stranger.id)]).toEqual([200, 200, 404]);

    const replaced = await upload(WEBP);
    expect(replaced).not.toBe(url);
    expect((await client.get(replaced)).headers.get('content-type')).toBe('image/webp');
    expect((await client.delete<CurrentUserDto>(MINE)).body.profileImageUrl).toBeNull();
    expect((await client.get(replaced)).status).toBe(404);
    const storage = api.app.get(RecordingStorage, { strict: false });
    expect(await storage.stat(pictureKey(dana.user.id))).toBeUndefined();
  });

  it.each([
    ['a script in an SVG file', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'), 415],
    ['an empty file', Buffer.alloc(0), 415],
    ['a GIF', Buffer.from('GIF89a'), 415],
    ['a picture of more than 2 MB', Buffer.concat([PNG, Buffer.alloc(2 * 1_048_576)]), 413],
  ])('are not accepted as %s', async (_, bytes, status) => {
    expect((await client.put(MINE, file(bytes, 'image/png'))).status).toBe(status);
    expect((await client.get<CurrentUserDto>('/api/auth/user')).body.profileImageUrl).toBeNull();
  });

  it('of a sign-in provider are not served', async () => {
    const profileImageUrl = 'https://images.example.com/dana.png';
    const { user } = await makeAccount(database.dataSource, { user: { profileImageUrl } });
    expect((await (await signedIn(user.id)).get(`/api/users/${user.id}/picture`)).status).toBe(404);
  });
});
