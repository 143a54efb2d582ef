import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

// n8n's license does not allow a copy in this repository, so the package is downloaded without its many dependencies.
const PACKAGE = 'n8n-nodes-base@2.41.2';
const CACHE = join(__dirname, '../../../.data/n8n-nodes');

/**
 * Conditions for showing a parameter in n8n: values of other parameters, `/name` for a top-level one, or `@version`.
 */
export type Conditions = Record<string, unknown[]>;

/** A node's parameter, or one of a parameter's choices. */
export interface NodeProperty {
  name: string;
  type?: string;
  default?: unknown;
  required?: boolean;
  value?: unknown;
  options?: NodeProperty[];
  values?: NodeProperty[];
  typeOptions?: { multipleValues?: boolean; loadOptionsMethod?: string };
  displayOptions?: { show?: Conditions; hide?: Conditions };
}

/** n8n's own description of a node type. */
export interface NodeDescription {
  name: string;
  version: number | number[];
  properties: NodeProperty[];
  credentials?: { name: string; displayOptions?: NodeProperty['displayOptions'] }[];
}

/**
 * Returns n8n's descriptions of its own nodes, from the packed `n8n-nodes-base`; downloaded once per clone (12 MB).
 * @throws an npm error if the registry is unreachable
 */
export async function loadNodeDescriptions(): Promise<NodeDescription[]> {
  const file = join(CACHE, `${PACKAGE}.json`);
  if (!existsSync(file)) await download(file);
  return JSON.parse(await readFile(file, 'utf8')) as NodeDescription[];
}

async function download(file: string): Promise<void> {
  const run = promisify(execFile);
  await mkdir(CACHE, { recursive: true });
  const folder = await mkdtemp(join(CACHE, 'download-'));
  try {
    const { stdout } = await run('npm', ['pack', PACKAGE, '--silent', '--pack-destination', folder]);
    const nodes = 'package/dist/types/nodes.json';
    await run('tar', ['-xzf', join(folder, stdout.trim()), '-C', folder, nodes]);
    await rename(join(folder, nodes), file);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
