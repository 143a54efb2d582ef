import type { EntityManager } from 'typeorm';

import { ConfigError, loadSettings } from '@ringwell/platform/config/load-config';
import { SecretBox } from '@ringwell/platform/crypto/secret-box';

import { SealedValuesRepository, type SealedValue } from './accounts/sealed-values.repository';
import { createDataSource } from './data-source';
import { SEALED_COLUMNS, type SealedColumn } from './sealed-fields';

const BATCH = 500;
const STATEMENT_TIMEOUT_MS = 30_000;
/** Comes before every id. */
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

/** What became of one sealed column. */
export interface RotatedColumn {
  /** `account_settings.sealed_slack_bot_token` */
  name: string;
  /** Values that are under the newest key from now on. */
  rotated: number;
  /** Values that were already. */
  current: number;
  /** Ids of the rows whose value opens with none of the keys. It stays as it is. */
  unreadable: string[];
}

/**
 * Seals every stored secret with the newest key. It may run beside api and worker, as often as one likes, and go on where an
 * earlier run was broken off: a value is replaced at once, and never one that somebody has saved meanwhile.
 */
export async function rotateSecrets(manager: EntityManager, box: SecretBox): Promise<RotatedColumn[]> {
  const values = new SealedValuesRepository(manager);
  const columns: RotatedColumn[] = [];
  for (const column of SEALED_COLUMNS) columns.push(await rotateColumn(values, column, box));
  return columns;
}

async function rotateColumn(
  values: SealedValuesRepository,
  column: SealedColumn,
  box: SecretBox,
): Promise<RotatedColumn> {
  const result: RotatedColumn = { name: `${column.table}.${column.column}`, rotated: 0, current: 0, unreadable: [] };
  let after = FIRST_ID;
  for (;;) {
    const batch = await values.list(column, after, BATCH);
    const last = batch.at(-1);
    if (!last) return result;
    let open = batch;
    while (open.length > 0) {
      const missed = await rotateBatch(values, column, open, box, result);
      open = await values.find(column, missed); // saved anew meanwhile, perhaps by a process that still has the earlier key
    }
    after = last.id;
  }
}

/** @returns the ids of the rows that somebody else changed first */
async function rotateBatch(
  values: SealedValuesRepository,
  column: SealedColumn,
  batch: readonly SealedValue[],
  box: SecretBox,
  result: RotatedColumn,
): Promise<string[]> {
  const changes = batch.flatMap((value) => {
    const resealed = resealedValue(value, column, box);
    if (resealed === 'unreadable') result.unreadable.push(value.id);
    if (resealed === 'current') result.current += 1;
    return typeof resealed === 'object' ? [{ ...value, ...resealed }] : [];
  });
  const changed = await values.replace(column, changes);
  result.rotated += changed.size;
  return changes.map(({ id }) => id).filter((id) => !changed.has(id));
}

function resealedValue(
  { id, sealed }: SealedValue,
  column: SealedColumn,
  box: SecretBox,
): { resealed: string } | 'current' | 'unreadable' {
  try {
    const resealed = box.rotate(sealed, column.contextOf(id));
    return resealed === undefined ? 'current' : { resealed };
  } catch {
    return 'unreadable'; // box.reseal has one error
  }
}

/** For people: a line for each column, and what to do about values that could not be opened. */
export function resealReport(columns: readonly RotatedColumn[]): string {
  const lines = columns.map(
    ({ name, rotated, current, unreadable }) =>
      `${name}: ${rotated} resealed, ${current} already under the newest key${unreadable.length > 0 ? `, ${unreadable.length} unreadable` : ''}`,
  );
  const lost = columns.flatMap(({ name, unreadable }) => unreadable.map((id) => `  ${name} of ${id}`));
  const advice =
    lost.length > 0
      ? [
          'These open with none of the keys. Add the key they were sealed with to SECRETS_KEY_PREVIOUS and run this again, or enter them again:',
          ...lost,
        ]
      : [
          'Every stored secret is under the newest key. Once every process seals with it, SECRETS_KEY_PREVIOUS is needed by nothing but the',
          'links to unsubscribe in mails that were sent before.',
        ];
  return [...lines, ...advice].join('\n');
}

async function main(): Promise<void> {
  const config = loadSettings(['DATABASE_URL', 'SECRETS_KEY', 'SECRETS_KEY_PREVIOUS']);
  const dataSource = await createDataSource({
    url: config.DATABASE_URL,
    poolSize: 2,
    applicationName: 'ringwell-reseal',
    statementTimeoutMs: STATEMENT_TIMEOUT_MS,
  }).initialize();
  try {
    const columns = await rotateSecrets(
      dataSource.manager,
      new SecretBox(config.SECRETS_KEY, config.SECRETS_KEY_PREVIOUS),
    );
    process.stdout.write(`${resealReport(columns)}\n`);
    if (columns.some(({ unreadable }) => unreadable.length > 0)) process.exitCode = 2;
  } finally {
    await dataSource.destroy();
  }
}

if (require.main === module) {
  main().catch((error: unknown) => {
    const text =
      error instanceof ConfigError
        ? error.message
        : `Resealing failed: ${error instanceof Error ? error.message : String(error)}`;
    process.stderr.write(`${text}\n`);
    process.exitCode = 1;
  });
}
