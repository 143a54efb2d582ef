import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Version in package.json when this process started, such as `1.2.0`. */
export const PRODUCT_VERSION = readVersion(__dirname);

// Source files and dist/ are at different depths below package.json.
function readVersion(folder: string): string {
  const file = join(folder, 'package.json');
  if (!existsSync(file)) return readVersion(dirname(folder));
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
}
