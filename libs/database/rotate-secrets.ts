import { parseArgs } from 'node:util';

import type { EntityManager } from 'typeorm';

import { loadSettings } from '@ringwell/platform/config/load-config';
import { SecretBox } from '@ringwell/platform/crypto/secret-box';

import { SealedValuesRepository, type SealedValue } from './accounts/security/sealed-values.repository';
import { openDatabase } from './data-source';
import { exitWithFailure } from './explain-failure';
import { SEALED_COLUMNS, type SealedColumn } from './sealed-fields';

const BATCH_SIZE = 500;
const STATEMENT_TIMEOUT_MS = 30_000;
const NIL_UUID = '00000000-0000-0000-0000-000000000000';

export interface RotationResult {
  /** Column such as `account_settings.sealed_slack_bot_token`. */
  name: string;
  rotated: number;
  current: number;
  /** Ids of rows whose value no key can open. These rows aren't changed. */
  unreadable: string[];
}

/**
 * Re-encrypts every stored secret with the newest key. Can run while the API and workers are running, and any number of
 * times; the next run continues an interrupted one. Never overwrites a value that has changed since it was read.
 */
export async function rotateSecrets(manager: EntityManager, box: SecretBox): Promise<RotationResult[]> {
  const values = new SealedValuesRepository(manager);
  const columns: RotationResult[] = [];
  for (const column of SEALED_COLUMNS) columns.push(await rotateColumn(values, column, box));
  return columns;
}

async function rotateColumn(
  values: SealedValuesRepository,
  column: SealedColumn,
  box: SecretBox,
): Promise<RotationResult> {
  const result: RotationResult = { name: `${column.table}.${column.column}`, rotated: 0, current: 0, unreadable: [] };
  let lastId = NIL_UUID;
  for (;;) {
    const batch = await values.list(column, lastId, BATCH_SIZE);
    const last = batch.at(-1);
    if (!last) return result;
    let remaining = batch;
    while (remaining.length > 0) {
      const changedIds = await rotateBatch(values, column, remaining, box, result);
      remaining = await values.find(column, changedIds); // changed since, possibly by a process with the previous key
    }
    lastId = last.id;
  }
}

// Returns the ids of rows that have changed since.
async function rotateBatch(
  values: SealedValuesRepository,
  column: SealedColumn,
  batch: readonly SealedValue[],
  box: SecretBox,
  result: RotationResult,
): Promise<string[]> {
  const changes = batch.flatMap((value) => {
    const outcome = rotateValue(value, column, box);
    if (outcome === 'unreadable') result.unreadable.push(value.id);
    if (outcome === 'current') result.current += 1;
    return typeof outcome === 'object' ? [{ ...value, ...outcome }] : [];
  });
  const replacedIds = await values.replace(column, changes);
  result.rotated += replacedIds.size;
  return changes.map(({ id }) => id).filter((id) => !replacedIds.has(id));
}

function rotateValue(
  { id, sealed }: SealedValue,
  column: SealedColumn,
  box: SecretBox,
): { rotated: string } | 'current' | 'unreadable' {
  try {
    const rotated = box.rotate(sealed, column.getContext(id));
    return rotated === undefined ? 'current' : { rotated };
  } catch {
    return 'unreadable'; // the only error that `SecretBox.rotate` throws
  }
}

export function formatRotationReport(columns: readonly RotationResult[]): string {
  const lines = columns.map(
    ({ name, rotated, current, unreadable }) =>
      `${name}: ${rotated} re-encrypted, ${current} already current` +
      (unreadable.length > 0 ? `, ${unreadable.length} unreadable` : ''),
  );
  const unreadableLines = columns.flatMap(({ name, unreadable }) => unreadable.map((id) => `  ${name} of ${id}`));
  const advice =
    unreadableLines.length > 0
      ? [
          'None of the keys can open these values. Add the key they were encrypted with to SECRETS_KEY_PREVIOUS and',
          'run this again, or enter them again in the settings:',
          ...unreadableLines,
        ]
      : [
          'Every stored secret is encrypted with the newest key. Once every process runs with it, SECRETS_KEY_PREVIOUS',
          'is only needed for links in earlier messages: to unsubscribe, to confirm an alert address, and "I\'m on it".',
        ];
  return [...lines, ...advice].join('\n');
}

async function main(): Promise<void> {
  parseArgs({ options: {} }); // rejects any arguments
  const config = loadSettings(['DATABASE_URL', 'SECRETS_KEY', 'SECRETS_KEY_PREVIOUS']);
  const dataSource = await openDatabase({
    url: config.DATABASE_URL,
    poolSize: 2,
    applicationName: 'ringwell-rotate-secrets',
    statementTimeoutMs: STATEMENT_TIMEOUT_MS,
  });
  try {
    const columns = await rotateSecrets(
      dataSource.manager,
      new SecretBox(config.SECRETS_KEY, config.SECRETS_KEY_PREVIOUS),
    );
    process.stdout.write(`${formatRotationReport(columns)}\n`);
    if (columns.some(({ unreadable }) => unreadable.length > 0)) process.exitCode = 2;
  } finally {
    await dataSource.destroy();
  }
}

if (require.main === module) {
  main().catch((error: unknown) => exitWithFailure('Re-encryption failed', error));
}
