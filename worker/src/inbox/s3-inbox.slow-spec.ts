import { readFile } from 'node:fs/promises';

import type { AccountSettings } from '@ringwell/database/accounts/settings/account-settings.entity';
import { FakeS3Server } from '@ringwell/testing/fake-s3-server';

import { FileChangedError } from './inbox-source';
import { S3Inbox } from './s3.inbox';
import { useInbox } from './testing/use-inbox';

const FILE_NAME = '2026/[Søren & Zoë]_201-15551234567_20261128101500(12).mp3';

describe('InboxLoop with a bucket', () => {
  const { addAccount, createLoop, passLater, findCalls, findFolder } = useInbox();
  const server = new FakeS3Server();
  let audio: Buffer;
  const inboxes: S3Inbox[] = [];

  beforeAll(async () => {
    audio = await readFile('libs/testing/short-call.mp3');
    await server.start();
  });
  beforeEach(() => {
    server.objects.clear();
    server.requests.length = 0;
    server.pageSize = 1_000;
    server.stallAfterBytes = Infinity;
    server.intercept = () => Promise.resolve(undefined);
  });
  afterAll(async () => {
    await Promise.all(inboxes.map((source) => source.close()));
    await server.stop();
  });

  const createInbox = (): S3Inbox => {
    const source = new S3Inbox(
      {
        bucket: server.bucket,
        region: 'us-east-1',
        endpoint: server.origin,
        credentials: { accessKeyId: 'key', secretAccessKey: 'secret' },
        forcePathStyle: true,
        maxAttempts: 1,
        idleTimeoutMs: 1_000,
      },
      'inbox/',
    );
    inboxes.push(source);
    return source;
  };
  const addInboxAccount = async (
    settings: Partial<AccountSettings> = {},
  ): Promise<{ id: string; getKey: (name: string) => string }> => {
    const { id } = await addAccount(settings);
    return { id, getKey: (name) => `inbox/${id}/${name}` };
  };
  const putObject = (key: string, body = audio): void => void server.objects.set(key, { body, modifiedAt: new Date() });
  const listKeys = (): string[] => [...server.objects.keys()].sort();

  it('picks up each object once, and moves it', async () => {
    const { id, getKey: key } = await addInboxAccount();
    putObject(key(FILE_NAME));
    const loop = createLoop({ source: createInbox() });
    await loop.pass();
    expect(await findCalls(id)).toEqual([
      expect.objectContaining({ source: 'inbox', direction: 'outbound', toNumber: '15551234567' }),
    ]);
    expect(listKeys()).toEqual([key(`done/${FILE_NAME}`)]);
    expect(server.objects.get(key(`done/${FILE_NAME}`))?.body).toEqual(audio);
    await loop.pass();
    expect(await findCalls(id)).toHaveLength(1);
  });

  it('can leave objects in place, and picks up a replaced object', async () => {
    const { id, getKey: key } = await addInboxAccount({ inboxAfter: 'leave' });
    putObject(key('a.mp3'));
    for (const loop of [createLoop({ source: createInbox() }), createLoop({ source: createInbox() })]) {
      await loop.pass();
      await loop.pass();
    }
    expect(await findCalls(id)).toHaveLength(1);
    putObject(key('a.mp3'), Buffer.concat([audio, audio]));
    await createLoop({ source: createInbox() }).pass();
    expect(await findCalls(id)).toHaveLength(2);
    expect(listKeys()).toEqual([key('a.mp3')]);
  });

  it('finds objects that sort after thousands of done and refused objects, without listing those', async () => {
    const { id, getKey: key } = await addInboxAccount();
    server.pageSize = 10;
    for (let number = 0; number < 500; number += 1) {
      putObject(key(`done/${number}.mp3`));
      putObject(key(`refused/${number}.mp3`));
    }
    for (const name of ['a.mp3', 'e.mp3', 'z.mp3']) putObject(key(name));
    await createLoop({ source: createInbox() }).pass();
    expect(await findCalls(id)).toHaveLength(3);
    expect(server.requests.filter(({ operation }) => operation === 'ListObjectsV2').length).toBeLessThan(6);
  });

  it('resumes across pages where it left off', async () => {
    const { id, getKey: key } = await addInboxAccount({ inboxAfter: 'leave' });
    server.pageSize = 2;
    for (let number = 0; number < 25; number += 1)
      putObject(key(`${number}.mp3`), Buffer.concat([audio, Buffer.from([number])]));
    const loop = createLoop({ source: createInbox() });
    for (let passes = 0; passes < 6; passes += 1) await loop.pass();
    expect(await findCalls(id)).toHaveLength(25);
  });

  it.each(['.keep', 'today/', '.hidden/a.mp3', 'a.mp3.part'])('ignores %s', async (name) => {
    const { id, getKey: key } = await addInboxAccount();
    putObject(key(name));
    await createLoop({ source: createInbox() }).pass();
    expect(await findCalls(id)).toEqual([]);
    expect(listKeys()).toEqual([key(name)]);
  });

  it('refuses an object that is not a recording, and writes the reason next to it', async () => {
    const { id, getKey: key } = await addInboxAccount();
    putObject(key('list.csv'), Buffer.from('date,number\n'));
    await createLoop({ source: createInbox() }).pass();
    expect(listKeys()).toEqual([key('refused/list.csv'), key('refused/list.csv.txt')]);
    expect(server.objects.get(key('refused/list.csv.txt'))?.body.toString()).toContain("can't read this file");
    expect(await findCalls(id)).toEqual([]);
  });

  it('does not keep a copy without a reason when a refusal is interrupted', async () => {
    const { getKey: key } = await addInboxAccount();
    putObject(key('list.csv'), Buffer.from('date,number\n'));
    server.intercept = (request) =>
      Promise.resolve(request.key.endsWith('.csv.txt') ? { status: 500, code: 'InternalError' } : undefined);
    await createLoop({ source: createInbox() }).pass();
    expect(listKeys()).toEqual([key('list.csv')]);
  });

  it('keeps the reason for an earlier copy, or for one that cannot be deleted, if the object has been replaced', async () => {
    const { id, getKey: key } = await addInboxAccount();
    const keys = [key('list.csv'), key('refused/list.csv'), key('refused/list.csv.txt')];
    for (const objectKey of keys) putObject(objectKey, Buffer.from('date,number\n'));
    const source = createInbox();
    const [file] = (await source.scan(id)).files;
    putObject(key('list.csv'));
    await expect(source.reject(id, file!, 'Not a recording.')).rejects.toThrow(FileChangedError);
    expect(listKeys()).toEqual(keys);
    server.objects.delete(key('refused/list.csv'));
    server.intercept = ({ operation }) =>
      Promise.resolve(operation === 'DeleteObject' ? { status: 500, code: 'InternalError' } : undefined);
    await expect(source.reject(id, file!, 'Not a recording.')).rejects.toThrow(FileChangedError);
  });

  it('leaves an object that is replaced while being picked up, and picks up its replacement', async () => {
    const { id, getKey: key } = await addInboxAccount();
    putObject(key('a.mp3'));
    const replacement = Buffer.concat([audio, audio]);
    server.intercept = ({ operation }) => {
      if (operation === 'CopyObject') putObject(key('a.mp3'), replacement);
      return Promise.resolve(undefined);
    };
    const loop = createLoop({ source: createInbox() });
    await loop.pass();
    expect(listKeys()).toEqual([key('a.mp3')]);
    server.intercept = () => Promise.resolve(undefined);
    await loop.pass();
    expect((await findCalls(id)).map(({ recordingBytes }) => recordingBytes).sort()).toEqual(
      [audio.length, replacement.length].sort(),
    );
    expect(listKeys()).toEqual([key('done/a.mp3')]);
  });

  it('does not write a reason for an object that is replaced while being refused, and picks up its replacement', async () => {
    const { id, getKey: key } = await addInboxAccount();
    putObject(key('a.mp3'), Buffer.from('date,number\n'));
    server.intercept = ({ operation }) => {
      if (operation === 'CopyObject') putObject(key('a.mp3'));
      return Promise.resolve(undefined);
    };
    const loop = createLoop({ source: createInbox() });
    await loop.pass();
    expect(listKeys()).toEqual([key('a.mp3')]);
    await loop.pass();
    expect(await findCalls(id)).toHaveLength(1);
    expect(listKeys()).toEqual([key('done/a.mp3')]);
  });

  it('leaves an object that is replaced before being deleted, and picks up its replacement', async () => {
    const { id, getKey: key } = await addInboxAccount({ inboxAfter: 'delete' });
    putObject(key('a.mp3'));
    const source = createInbox();
    const remove = source.remove.bind(source);
    source.remove = async (...parameters) => {
      if ((await findCalls(id)).length === 1) putObject(key('a.mp3'), Buffer.concat([audio, audio]));
      await remove(...parameters);
    };
    const loop = createLoop({ source });
    await loop.pass();
    await loop.pass();
    expect(await findCalls(id)).toHaveLength(2);
    expect(listKeys()).toEqual([]);
  });

  it('keeps earlier objects with the same name in done and refused', async () => {
    const { getKey: key } = await addInboxAccount();
    const loop = createLoop({ source: createInbox() });
    for (const suffix of ['', '2']) {
      putObject(key('a.mp3'), Buffer.concat([audio, Buffer.from(suffix)]));
      putObject(key('list'), Buffer.from(`date,number${suffix}\n`));
      await loop.pass();
    }
    expect(
      listKeys()
        .filter((objectKey) => /a.*mp3$/.test(objectKey))
        .map((objectKey) => server.objects.get(objectKey)?.body.length),
    ).toEqual([audio.length + 1, audio.length]);
    expect(listKeys().filter((objectKey) => objectKey.startsWith(key('refused/list')))).toHaveLength(4);
  });

  it.each(['GetObject', 'CopyObject', 'DeleteObject'] as const)(
    'creates one call when %s fails and the bucket later recovers',
    async (operation) => {
      const { id, getKey: key } = await addInboxAccount();
      putObject(key('a.mp3'));
      server.intercept = (request) =>
        Promise.resolve(request.operation === operation ? { status: 500, code: 'InternalError' } : undefined);
      const loop = createLoop({ source: createInbox() });
      await loop.pass();
      expect((await findFolder(id))?.problem).toContain('Check the bucket and the connection to it.');
      server.intercept = () => Promise.resolve(undefined);
      await passLater(loop, 600_000);
      await loop.pass();
      expect(await findCalls(id)).toHaveLength(1);
      expect(listKeys()).toEqual([key('done/a.mp3')]);
      expect(await findFolder(id)).toMatchObject({ problem: null, waiting: 0 });
    },
  );

  it('reports that the store is not responding or denies access, and continues once it works', async () => {
    const { id, getKey: key } = await addInboxAccount();
    putObject(key('a.mp3'));
    const loop = createLoop({ source: createInbox() });
    server.intercept = () => Promise.resolve({ status: 403, code: 'AccessDenied' });
    await expect(loop.pass()).rejects.toThrow();
    expect(loop.problem).toContain('Give the access key permission to list, read, write and delete objects there.');
    server.intercept = () => Promise.resolve(undefined);
    server.stallAfterBytes = 100;
    await expect(loop.pass()).rejects.toThrow('unavailable');
    expect(await findCalls(id)).toEqual([]);
    server.stallAfterBytes = Infinity;
    await loop.pass();
    expect(await findCalls(id)).toHaveLength(1);
    expect(loop.problem).toBeNull();
  });
});
