import { execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import {
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';

import { temporaryDirectory } from '@ringwell/testing/temporary-directory';

import {
  ARCHIVE_PATH,
  makeArchive,
  MODEL_FILES,
  ModelProcess,
  sha256,
  makeTransducerModel,
  makeTransducerFiles,
  type Outcome,
  type TestModel,
} from '../../testing/model-command';
import { breakAfter, ModelServer, stallAfter, respondWithStatus, ignoreRanges } from '../../testing/model-server';

const directory = temporaryDirectory();
const server = new ModelServer();
let runner: ModelProcess;
beforeAll(async () => {
  await server.start();
  runner = await ModelProcess.start(directory);
});
afterAll(async () => {
  await runner.kill();
  server.stop();
});
afterEach(() => server.reset());

const files = makeTransducerFiles(20_000);
const modelFiles = MODEL_FILES.map((name) => [name, files[`sherpa-onnx-test/${name}`] ?? Buffer.alloc(0)] as const);
const archive = makeArchive(directory, files);
const checksums = Buffer.from(`other.tar.bz2\t${'0'.repeat(64)}\nsherpa-onnx-test.tar.bz2\t${sha256(archive)}\n`);

const failure = (text: string): object => ({ code: 1, output: expect.stringContaining(text) as string });

interface TestCase {
  models: string;
  run: (...args: string[]) => Promise<Outcome>;
}

function setUp(model: TestModel = makeTransducerModel(archive), content = archive): TestCase {
  const models = join(mkdtempSync(join(directory, 'case-')), 'models');
  server.files.set(ARCHIVE_PATH, content);
  server.files.set('/asr-models/checksum.txt', checksums);
  const settings = { catalog: [model], folder: models, mirror: server.url };
  return { models, run: (...args) => runner.run(settings, args) };
}

function expectInstalled(models: string): void {
  for (const [name, content] of modelFiles)
    expect(sha256(readFileSync(join(models, 'parakeet', name)))).toBe(sha256(content));
  expect(readdirSync(join(models, 'parakeet')).sort()).toEqual([...MODEL_FILES, 'model.json'].sort());
  expectNoLeftovers(models);
}

function expectNoLeftovers(models: string): void {
  expect(readdirSync(models).filter((name) => name !== 'parakeet')).toEqual(['.downloads']);
  expect(readdirSync(join(models, '.downloads'))).toEqual([]);
}

describe('install', () => {
  it('downloads, checks and unpacks a model, and says when workers will use it', async () => {
    const { models, run } = setUp();
    const { code, output } = await run('install', 'parakeet');
    expect(output).toContain('sherpa-onnx-test.tar.bz2: 100%');
    expect(output).toContain('parakeet is installed. Workers use it within seconds');
    expect(code).toBe(0);
    expectInstalled(models);
    expect((await run('install', 'parakeet')).output).toContain('already installed');
    expect((await run()).output).toMatch(/parakeet .* installed\n/);
    expect(await run('verify')).toMatchObject({ code: 0 });
  });

  it("preserves a model's folders", async () => {
    const contents = { 'decoder.onnx': 'qwen/decoder.onnx', 'tokenizer/vocab.json': 'qwen/tokenizer/vocab.json' };
    const nestedArchive = makeArchive(
      directory,
      Object.fromEntries(Object.values(contents).map((path) => [path, Buffer.from(path)])),
    );
    const { models, run } = setUp(
      makeTransducerModel(nestedArchive, { contents, sha256: sha256(nestedArchive), release: 'nested' }),
    );
    const path = join(directory, 'nested.tar.bz2');
    writeFileSync(path, nestedArchive);
    expect(await run('install', 'parakeet', '--from', path)).toMatchObject({ code: 0 });
    for (const [name, content] of Object.entries(contents))
      expect(readFileSync(join(models, 'parakeet', name), 'utf8')).toBe(content);
    expect(await run('verify')).toMatchObject({ code: 0 });
    writeFileSync(join(models, 'parakeet/tokenizer/vocab.json'), 'x'.repeat(contents['tokenizer/vocab.json'].length));
    expect((await run('verify')).output).toContain('damaged (tokenizer/vocab.json)');
  });

  it('reports which models accept names and terms', async () => {
    const modelWithNames = { ...makeTransducerModel(archive), name: 'namer', acceptsNames: true };
    const { models } = setUp();
    const settings = { catalog: [makeTransducerModel(archive), modelWithNames], folder: models, mirror: server.url };
    const { output } = await runner.run(settings, []);
    expect(output).toMatch(/languages +accepts names +disk/);
    expect(output).toMatch(/namer .* en +yes +100 kB/);
    expect(output).not.toMatch(/parakeet .* yes/);
  });

  it('continues after the connection drops, without downloading anything twice', async () => {
    const { models, run } = setUp();
    server.respondNextWith(ARCHIVE_PATH, breakAfter(5_000));
    expect(await run('install', 'parakeet')).toMatchObject({ code: 0 });
    expectInstalled(models);
    expect(server.ranges).toEqual([undefined, expect.stringMatching(/^bytes=[1-9]\d*-$/)]);
  });

  it('continues in the next run, and after a stall', async () => {
    const { models, run } = setUp();
    server.respondNextWith(ARCHIVE_PATH, breakAfter(5_000), ...Array.from({ length: 5 }, () => respondWithStatus(500)));
    const failedRun = await run('install', 'parakeet');
    expect(failedRun.code).toBe(1);
    expect(failedRun.output).toContain('the server responded with status 500');
    expect(failedRun.output).toContain(
      `download ${server.url}${ARCHIVE_PATH} on another machine, copy it here, and run`,
    );
    expect(failedRun.output).toContain('"npm run models -- install parakeet --from sherpa-onnx-test.tar.bz2"');
    expect(existsSync(join(models, 'parakeet'))).toBe(false);
    server.respondNextWith(ARCHIVE_PATH, stallAfter(8_000));
    expect(await run('install', 'parakeet')).toMatchObject({ code: 0 });
    expectInstalled(models);
    expect(server.ranges.slice(-2)).toEqual([expect.stringMatching(/^bytes=/), expect.stringMatching(/^bytes=/)]);
  });

  it('starts over when the file has since changed', async () => {
    const { models, run } = setUp(makeTransducerModel(archive), randomBytes(archive.length));
    server.respondNextWith(ARCHIVE_PATH, breakAfter(5_000), ...Array.from({ length: 5 }, () => respondWithStatus(503)));
    await run('install', 'parakeet');
    server.files.set(ARCHIVE_PATH, archive); // with a different ETag
    expect(await run('install', 'parakeet')).toMatchObject({ code: 0 });
    expectInstalled(models);
  });

  it('starts over with a server that does not support ranges', async () => {
    const { models, run } = setUp();
    server.respondNextWith(ARCHIVE_PATH, breakAfter(5_000), ignoreRanges);
    expect(await run('install', 'parakeet')).toMatchObject({ code: 0 });
    expectInstalled(models);
  });

  it('rejects a truncated archive, even if its length looks right', async () => {
    const { models, run } = setUp(makeTransducerModel(archive), archive.subarray(0, archive.length - 100));
    expect(await run('install', 'parakeet')).toMatchObject(failure('does not match its checksum, so it was deleted'));
    expectNoLeftovers(models);
  });

  it('rejects a damaged archive with the right checksum', async () => {
    const truncatedArchive = archive.subarray(0, archive.length - 100);
    const { models, run } = setUp(
      makeTransducerModel(truncatedArchive, { sha256: sha256(truncatedArchive) }),
      truncatedArchive,
    );
    server.files.delete('/asr-models/checksum.txt');
    expect(await run('install', 'parakeet')).toMatchObject(failure("can't be unpacked"));
    expect(readdirSync(models)).toEqual(['.downloads']);
  });

  it('does not download a file that the publisher has replaced', async () => {
    const { run } = setUp(makeTransducerModel(archive, { sha256: '1'.repeat(64) }));
    expect(await run('install', 'parakeet')).toMatchObject(failure('update Ringwell'));
    expect(server.ranges).toEqual([]);
  });

  it('uses its own checksum if the publisher does not have one, and downloads nothing if neither does', async () => {
    const pinnedCase = setUp(makeTransducerModel(archive, { sha256: sha256(archive) }));
    server.files.delete('/asr-models/checksum.txt');
    expect(await pinnedCase.run('install', 'parakeet')).toMatchObject({ code: 0 });
    expectInstalled(pinnedCase.models);
    const unverifiableCase = setUp();
    server.files.delete('/asr-models/checksum.txt');
    server.ranges.length = 0;
    expect(await unverifiableCase.run('install', 'parakeet')).toMatchObject(
      failure('does not list sherpa-onnx-test.tar.bz2, so it cannot be verified'),
    );
    expect(server.ranges).toEqual([]);
  });

  it('gives up immediately on a file that does not exist', async () => {
    const { run } = setUp();
    server.files.delete(ARCHIVE_PATH);
    expect(await run('install', 'parakeet')).toMatchObject(failure('status 404'));
    expect(server.ranges).toHaveLength(1);
  });

  it('checks free disk space before downloading', async () => {
    const { run } = setUp(makeTransducerModel(archive, { diskBytes: 1e16 }));
    const { code, output } = await run('install', 'parakeet');
    expect(code).toBe(1);
    expect(output).toMatch(/parakeet needs 10000000\.0 GB .* only .* is free/);
    expect(server.ranges).toEqual([]);
  });

  it('installs a manually downloaded file without a connection', async () => {
    const { models, run } = setUp(makeTransducerModel(archive, { sha256: sha256(archive) }));
    writeFileSync(join(directory, 'by-hand.tar.bz2'), archive);
    server.files.clear();
    expect(await run('install', 'parakeet', '--from', 'by-hand.tar.bz2')).toMatchObject({ code: 0 });
    expectInstalled(models);
    expect(existsSync(join(directory, 'by-hand.tar.bz2'))).toBe(true);
    await run('remove', 'parakeet');
    writeFileSync(join(directory, 'by-hand.tar.bz2'), archive.subarray(1));
    expect(await run('install', 'parakeet', '--from', 'by-hand.tar.bz2')).toMatchObject(
      failure("is not the publisher's sherpa-onnx-test.tar.bz2, or is damaged"),
    );
    expect(existsSync(join(directory, 'by-hand.tar.bz2'))).toBe(true);
  });

  it('installs a model that consists of an archive and a single file', async () => {
    const embedding = randomBytes(3_000);
    const model: TestModel = {
      ...makeTransducerModel(archive, {
        name: 'speakers',
        purpose: 'speakers',
        contents: { 'a.onnx': 'sherpa-onnx-test/tokens.txt' },
      }),
    };
    model.sources.push({
      release: 'speaker-recongition-models',
      file: 'embedding.onnx',
      bytes: embedding.length,
      sha256: sha256(embedding),
      contents: { 'embedding.onnx': '' },
    });
    const { models, run } = setUp(model);
    server.files.set('/speaker-recongition-models/embedding.onnx', embedding);
    expect(await run('install', 'speakers')).toMatchObject({ code: 0 });
    expect(sha256(readFileSync(join(models, 'speakers/embedding.onnx')))).toBe(sha256(embedding));
    expect(JSON.parse(readFileSync(join(models, 'speakers/model.json'), 'utf8'))).toMatchObject({
      purpose: 'speakers',
      files: { 'a.onnx': { bytes: 20_000 }, 'embedding.onnx': { bytes: 3_000, sha256: sha256(embedding) } },
    });
  });

  it('rejects files given with --from that do not belong to the model, without downloading anything', async () => {
    const model = makeTransducerModel(archive, { sha256: sha256(archive) });
    model.sources.push({ release: 'r', file: 'embedding.onnx', bytes: 1, contents: { 'embedding.onnx': '' } });
    const { run } = setUp(model);
    server.ranges.length = 0;
    writeFileSync(join(directory, 'renamed.onnx'), 'x');
    const renamedRun = await run('install', 'parakeet', '--from', 'renamed.onnx');
    expect(renamedRun.code).toBe(1);
    expect(renamedRun.output).toContain("renamed.onnx isn't one of parakeet's files");
    expect(renamedRun.output).toContain('sherpa-onnx-test.tar.bz2 and embedding.onnx');
    const folderRun = await run('install', 'parakeet', '--from', '.');
    expect(folderRun.output).toContain(`File not found: ${directory}.`);
    expect(server.ranges).toEqual([]);
  });

  it('explains a failed connection, and a path that cannot be a folder', async () => {
    const { models } = setUp();
    const settings = {
      catalog: [makeTransducerModel(archive, { sha256: sha256(archive) })],
      mirror: 'http://127.0.0.1:2',
    };
    const { output } = await runner.run({ ...settings, folder: models }, ['install', 'parakeet']);
    expect(output).toContain('could not be downloaded: connect ECONNREFUSED 127.0.0.1:2. Run the same command again');
    writeFileSync(models.replace(/models$/, 'file'), '');
    const outcome = await runner.run({ ...settings, folder: models.replace(/models$/, 'file') }, [
      'install',
      'parakeet',
    ]);
    expect(outcome.output).toMatch(/^Models can't be stored in .* choose another folder with MODELS_DIR\.$/m);
  });

  it('lets only one command change the models at a time', async () => {
    const { models, run } = setUp();
    const otherProcess = await ModelProcess.start(directory);
    const requestReached = new Promise<void>((resolve) => {
      server.respondNextWith(ARCHIVE_PATH, () => resolve());
    });
    const interruptedRun = otherProcess.run(
      { catalog: [makeTransducerModel(archive)], folder: models, mirror: server.url },
      ['install', 'parakeet'],
    );
    interruptedRun.catch(() => undefined);
    await requestReached;
    const { code, output } = await run('install', 'parakeet');
    expect(code).toBe(1);
    expect(output).toContain(`are being changed by another command (process ${otherProcess.child.pid})`);
    await otherProcess.kill();
    expect(await run('install', 'parakeet')).toMatchObject({ code: 0 });
    expectInstalled(models);
  });
});

describe('a hostile archive', () => {
  it('does not write outside its folder', async () => {
    const escapingName = 'escaped-from-the-archive';
    const maliciousArchive = makeArchive(directory, { ...files, [escapingName]: Buffer.from('evil') }, [
      '--transform',
      `s,^${escapingName}$,../../../${escapingName},`,
      '--absolute-names',
    ]);
    const { models, run } = setUp(
      makeTransducerModel(maliciousArchive, { sha256: sha256(maliciousArchive) }),
      maliciousArchive,
    );
    server.files.delete('/asr-models/checksum.txt');
    expect(await run('install', 'parakeet')).toMatchObject({ code: 0 });
    expectInstalled(models);
    expect(
      execFileSync('find', [directory, '-path', '*/archive-*', '-prune', '-o', '-name', escapingName, '-print'], {
        encoding: 'utf8',
      }),
    ).toBe('');
  });

  it.each([
    ['a symbolic link', (target: string, path: string) => symlinkSync(target, path)],
    ['a hard link', (target: string, path: string) => linkSync(target, path)],
  ])("is rejected when one of the model's files is %s", async (_name, makeLink) => {
    const root = mkdtempSync(join(directory, 'links-'));
    const secret = join(root, 'sherpa-onnx-test/decoder.int8.onnx');
    mkdirSync(join(root, 'sherpa-onnx-test'));
    for (const name of MODEL_FILES.slice(1)) writeFileSync(join(root, 'sherpa-onnx-test', name), name);
    makeLink(secret, join(root, 'sherpa-onnx-test/encoder.int8.onnx'));
    execFileSync('tar', ['-cjf', 'archive.tar.bz2', 'sherpa-onnx-test'], { cwd: root });
    const maliciousArchive = readFileSync(join(root, 'archive.tar.bz2'));
    const { models, run } = setUp(
      makeTransducerModel(maliciousArchive, { sha256: sha256(maliciousArchive) }),
      maliciousArchive,
    );
    server.files.delete('/asr-models/checksum.txt');
    expect(await run('install', 'parakeet')).toMatchObject(failure("isn't a regular file in the archive"));
    expect(existsSync(join(models, 'parakeet'))).toBe(false);
  });
});

describe('a language model', () => {
  const content = randomBytes(20_000);
  const model: TestModel = {
    ...makeTransducerModel(archive),
    name: 'notes',
    purpose: 'notes',
    diskBytes: content.length,
    sources: [
      {
        publisher: 'https://publisher.invalid',
        release: 'someone/Some-GGUF/resolve/main',
        file: 'some.gguf',
        bytes: content.length,
        sha256: sha256(content),
        contents: { 'model.gguf': '' },
      },
    ],
  };
  const path = '/someone/Some-GGUF/resolve/main/some.gguf';

  it('is downloaded as a single file from its own publisher, and resumes after an interruption', async () => {
    const folder = join(mkdtempSync(join(directory, 'case-')), 'models');
    server.files.set(path, content);
    server.respondNextWith(path, breakAfter(5_000));
    const installRun = await runner.run({ catalog: [model], folder, mirror: server.url }, ['install', 'notes']);
    expect(installRun.output).toContain('notes is installed. Workers use it within seconds');
    expect(readFileSync(join(folder, 'notes/model.gguf'))).toEqual(content);
    expect(server.ranges).toEqual([undefined, 'bytes=5000-']);
    expect(readdirSync(join(folder, '.downloads'))).toEqual([]);
    const { output } = await runner.run({ catalog: [model], folder }, ['verify']);
    expect(output).toContain('notes: all files are intact');
  });

  it('is downloaded from its own publisher if there is no mirror', async () => {
    const folder = join(mkdtempSync(join(directory, 'case-')), 'models');
    const { output } = await runner.run({ catalog: [model], folder }, ['install', 'notes']);
    expect(output).toContain(`download https://publisher.invalid${path} on another machine`);
  });

  it('does not need space for a second copy', async () => {
    const folder = join(mkdtempSync(join(directory, 'case-')), 'models');
    server.files.set(path, content);
    const hugeModel = {
      ...model,
      diskBytes: 1e16,
      sources: model.sources.map((source) => ({ ...source, bytes: 1e16 })),
    };
    const { output } = await runner.run({ catalog: [hugeModel], folder, mirror: server.url }, ['install', 'notes']);
    expect(output).toContain('notes needs 10000000.0 GB for the download and the model');
  });
});

describe('verify and remove', () => {
  it('finds a changed file, and reinstalls the model after it is removed', async () => {
    const { models, run } = setUp();
    await run('install', 'parakeet');
    writeFileSync(join(models, 'parakeet/joiner.int8.onnx'), randomBytes(20_000));
    const verifyRun = await run('verify', 'parakeet');
    expect(verifyRun.code).toBe(1);
    expect(verifyRun.output).toContain('damaged (joiner.int8.onnx). Run "npm run models -- remove parakeet"');
    expect(await run('remove', 'parakeet')).toMatchObject({ code: 0 });
    expect(await run('verify')).toEqual({ code: 0, output: 'No models are installed.\n' });
    await run('install', 'parakeet');
    expectInstalled(models);
  });

  it('shows and replaces an incomplete model', async () => {
    const { models, run } = setUp();
    await run('install', 'parakeet');
    rmSync(join(models, 'parakeet/tokens.txt'));
    expect((await run('list')).output).toContain('damaged: install it again');
    expect(await run('install', 'parakeet')).toMatchObject({ code: 0 });
    expectInstalled(models);
  });

  it('explains its usage, and names the models', async () => {
    const { run } = setUp();
    expect((await run('download')).output).toContain('install NAME [--from FILE]');
    expect((await run('install', 'parrot')).output).toContain('Unknown model: "parrot". Available models: parakeet.');
  });
});

describe('npm run models', () => {
  async function runModels(env: NodeJS.ProcessEnv, ...args: string[]): Promise<Outcome> {
    const child = spawn(process.execPath, [resolve(__dirname, '../../models.mjs'), ...args], {
      env: { PATH: process.env.PATH, MODELS_DIR: mkdtempSync(join(directory, 'models-')), ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => (output += text));
    const [code] = (await once(child, 'close')) as [number | null];
    return { code, output };
  }

  it('lists what can be installed', async () => {
    const { code, output } = await runModels({});
    expect(code).toBe(0);
    expect(output).toMatch(/^parakeet .* en +661 MB +1\.2 GB +CC-BY-4\.0$/m);
    expect(output).toMatch(/^speakers /m);
  });

  it('rejects a file with an unexpected checksum, even from a mirror', async () => {
    const line = `sherpa-onnx-nemo-parakeet-tdt-0.6b-v2-int8.tar.bz2 ${'0'.repeat(64)}`;
    server.files.set('/asr-models/checksum.txt', Buffer.from(line));
    const { code, output } = await runModels({ MODELS_BASE_URL: `${server.url}/` }, 'install', 'parakeet');
    expect(code).toBe(1);
    expect(output).toContain('update Ringwell');
  });

  it('connects through HTTPS_PROXY, except to hosts in NO_PROXY', async () => {
    const connects: string[] = [];
    const proxy = createServer().on('connect', (request, socket) => {
      connects.push(request.url ?? '');
      socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
    });
    proxy.listen(0, '127.0.0.1');
    await once(proxy, 'listening');
    const HTTPS_PROXY = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
    const settings = {
      catalog: [makeTransducerModel(archive, { sha256: sha256(archive) })],
      folder: mkdtempSync(join(directory, 'models-')),
      mirror: 'https://models.invalid',
    };
    try {
      const { output } = await runner.run(settings, ['install', 'parakeet'], { HTTPS_PROXY });
      expect(output).toContain('could not be downloaded');
      expect(new Set(connects)).toEqual(new Set(['models.invalid:443']));
      connects.length = 0;
      await runner.run(settings, ['install', 'parakeet'], { HTTPS_PROXY, NO_PROXY: 'models.invalid' });
      expect(connects).toEqual([]);
    } finally {
      proxy.close();
    }
  });
});
