import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { SETTINGS, type Setting } from './environment-settings';

const HEADER =
  'All settings, generated from libs/platform/config/environment-settings.ts by `npm run env-example`. ' +
  '`npm start` works without any of them.';

export function renderEnvExample(settings: Record<string, Setting> = SETTINGS): string {
  const lines = [`# ${HEADER}`];
  let group = '';
  for (const [key, setting] of Object.entries(settings)) {
    if (setting.group !== group) lines.push('', `# ${setting.group}`);
    group = setting.group;
    lines.push(`# ${setting.doc}`, `#${key}=${getDefault(setting)}`);
  }
  return `${lines.join('\n')}\n`;
}

function getDefault(setting: Setting): string {
  const value = setting.schema.safeParse(undefined).data as string | number | boolean | string[] | undefined;
  return Array.isArray(value) ? value.join(',') : String(value ?? '');
}

// Writes `.env.example`; with `--check`, only checks that the file is up to date.
function main(): void {
  const file = join(process.cwd(), '.env.example');
  if (!process.argv.includes('--check')) {
    writeFileSync(file, renderEnvExample());
    return;
  }
  if (readFileSync(file, 'utf8') !== renderEnvExample()) {
    process.stderr.write('.env.example is out of date. Run: npm run env-example\n');
    process.exitCode = 1;
  }
}

if (require.main === module) main();
