import { spawnSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';

import { useTestApi } from '@ringwell/testing/start-api';
import { temporaryDirectory } from '@ringwell/testing/temporary-directory';

import { recordCount } from './metrics';

const FORMULAS = [
  '=1+1',
  '+1+1',
  '-1+1',
  '@SUM(1)',
  '=HYPERLINK("http://127.0.0.1/","x")',
  "=cmd|'/C calc'!A0",
  '＝1+1',
];
// Text before a formula that a spreadsheet may drop because it trims or uses other separators.
const PREFIXES = [
  '',
  ' ',
  '\t',
  '\r',
  '\n',
  '\u00a0',
  '\ufeff',
  'x;',
  'x; ',
  'x\t',
  'x\n',
  'x\r\n',
  '"',
  "x';",
  'x";',
  'x","',
  'x,',
  'x|',
  ';',
  ';;',
];
const SEPARATORS = { comma: 44, semicolon: 59, tab: 9 };

const folder = temporaryDirectory();
const { api, database } = useTestApi();

/** Opens a CSV file in LibreOffice, which evaluates formulas, and returns the document as XML. */
async function openInSpreadsheet(file: string, separator: number): Promise<string> {
  const options = [separator, 34, 'UTF-8', 1, '', 0, false, true, false, false, false, -1, true].join();
  const { status, stderr } = spawnSync(
    'soffice',
    [
      `-env:UserInstallation=file://${folder}/profile`,
      '--headless',
      `--infilter=CSV:${options}`,
      '--convert-to',
      'fods',
      '--outdir',
      folder,
      file,
    ],
    { encoding: 'utf8' },
  );
  if (status !== 0) throw new Error(`LibreOffice failed: ${stderr}`);
  return readFile(join(folder, basename(file).replace('.csv', '.fods')), 'utf8');
}

it('23: keeps names from becoming formulas in a spreadsheet', async () => {
  const { account, user } = await database.makeAccount();
  const names = PREFIXES.flatMap((prefix) => FORMULAS.map((formula) => prefix + formula));
  for (const customerName of names) await database.makeCall(account.id, { customerName });
  const client = await api.signIn(user);
  const { body } = await client.get<string>('/api/calls/export.csv');
  const file = join(folder, 'calls.csv');
  await writeFile(file, body);

  for (const [name, separator] of Object.entries(SEPARATORS)) {
    const document = await openInSpreadsheet(file, separator);
    expect(document).toContain('SUM(1)');
    const formulas = document.match(/table:formula="[^"]*"/g) ?? [];
    expect(formulas).toEqual([]);
    recordCount(
      23,
      `formulas among ${names.length} hostile names in LibreOffice, separated by ${name}`,
      formulas.length,
    );
  }
  // Makes sure that the search can find formulas.
  await writeFile(file, 'name\n=1+1\n');
  expect(await openInSpreadsheet(file, SEPARATORS.comma)).toContain('table:formula');
}, 300_000);
