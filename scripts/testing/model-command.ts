import { execFileSync, fork, type ChildProcess } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

const COMMAND = resolve(__dirname, '../lib/models/command.mjs');
const TERMINAL = resolve(__dirname, '../lib/terminal.mjs');

/** `scripts/models.mjs` with its own catalog, for a series of commands. */
const DRIVER = `
  import { runModelsCommand } from ${JSON.stringify(COMMAND)};
  import { printError } from ${JSON.stringify(TERMINAL)};
  let output = '';
  for (const stream of [process.stdout, process.stderr]) stream.write = (text) => { output += text; return true; };
  process.on('message', async ({ settings, args, env }) => {
    output = '';
    Object.assign(process.env, env);
    const code = await runModelsCommand(args, { ...settings, signal: new AbortController().signal }).catch((error) => {
      printError(error);
      return 1;
    });
    for (const name of Object.keys(env)) delete process.env[name];
    process.send({ code, output });
  });
  process.send('ready');`;

export interface TestSource {
  publisher?: string;
  release: string;
  file: string;
  bytes: number;
  sha256?: string;
  contents: Record<string, string>;
}

export interface TestModel {
  name: string;
  title: string;
  purpose: 'transcription' | 'speakers' | 'notes';
  languages: string[];
  rank: number;
  license: string;
  diskBytes: number;
  memoryMb: number;
  acceptsNames?: boolean;
  sources: TestSource[];
}

export interface Outcome {
  code: number | null;
  output: string;
}

export interface ModelSettings {
  catalog: TestModel[];
  folder: string;
  mirror?: string;
  /** The machine's memory and disk, for `auto`. */
  room?: { memoryMb: number; diskBytes: number };
  /** Settings that `auto` reads. */
  env?: Record<string, string>;
}

/** A process that runs commands of `npm run models` with a test catalog. */
export class ModelProcess {
  private constructor(
    readonly child: ChildProcess,
    private readonly folder: string,
  ) {}

  /** @param folder for relative paths in the arguments */
  static async start(folder: string): Promise<ModelProcess> {
    const driver = join(folder, 'driver.mjs');
    writeFileSync(driver, DRIVER);
    const child = fork(driver, { env: { PATH: process.env.PATH } });
    await once(child, 'message');
    return new ModelProcess(child, folder);
  }

  async run(settings: ModelSettings, args: string[], env: Record<string, string> = {}): Promise<Outcome> {
    const response = once(this.child, 'message') as Promise<[Outcome]>;
    const defaults = {
      stalledAfterMs: 300,
      retryAfterMs: 1,
      retryPassAfterMs: 20,
      env: {},
      workingFolder: this.folder,
    };
    this.child.send({ settings: { ...defaults, ...settings }, args, env });
    return (await response)[0];
  }

  async kill(): Promise<void> {
    const exitPromise = once(this.child, 'exit');
    this.child.kill('SIGKILL');
    await exitPromise;
  }
}

export function sha256(content: Buffer): string {
  return createHash('sha256').update(content).digest('hex');
}

/** Packs files into an archive, as the publisher does. */
export function makeArchive(folder: string, files: Record<string, Buffer>, extraArguments: string[] = []): Buffer {
  const root = mkdtempSync(join(folder, 'archive-'));
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
  }
  execFileSync('tar', ['-cjf', 'archive.tar.bz2', ...extraArguments, '--', ...Object.keys(files)], { cwd: root });
  return readFileSync(join(root, 'archive.tar.bz2'));
}

const FOLDER = 'sherpa-onnx-test';
export const MODEL_FILES = ['encoder.int8.onnx', 'decoder.int8.onnx', 'joiner.int8.onnx', 'tokens.txt'];
export const ARCHIVE_PATH = `/asr-models/${FOLDER}.tar.bz2`;

/** A transducer's files as packed by the publisher, including test recordings. */
export function makeTransducerFiles(bytes: number): Record<string, Buffer> {
  const files = Object.fromEntries(MODEL_FILES.map((name) => [`${FOLDER}/${name}`, randomBytes(bytes)]));
  return { ...files, [`${FOLDER}/test_wavs/0.wav`]: randomBytes(100) };
}

export function makeTransducerModel(archive: Buffer, overrides: Partial<TestModel & TestSource> = {}): TestModel {
  const { release = 'asr-models', file = `${FOLDER}.tar.bz2`, sha256: pinnedSha256, contents, ...model } = overrides;
  const source: TestSource = {
    release,
    file,
    bytes: archive.length,
    ...(pinnedSha256 !== undefined && { sha256: pinnedSha256 }),
    contents: contents ?? Object.fromEntries(MODEL_FILES.map((name) => [name, `${FOLDER}/${name}`])),
  };
  return {
    name: 'parakeet',
    title: 'A transducer',
    purpose: 'transcription',
    languages: ['en'],
    rank: 1,
    license: 'MIT',
    diskBytes: 100_000,
    memoryMb: 100,
    sources: [source],
    ...model,
  };
}
