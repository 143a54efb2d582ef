// npm run release -- VERSION [--dry-run] [--tested]: creates a version from the last commit. Runs the tests (unless
// --tested is given), moves the changelog's "Unreleased" under the version, and commits and tags it without pushing.
import { readArguments } from './lib/arguments.mjs';
import { CliError } from './lib/errors.mjs';
import { runScript } from './lib/processes/run-script.mjs';
import { checkRelease } from './lib/release/check-release.mjs';
import { makeRelease, runTests } from './lib/release/make-release.mjs';
import { dim, print, step } from './lib/terminal.mjs';

const USAGE = 'Specify the version: npm run release -- 1.2.0 [--dry-run] [--tested]';
await runScript(async (signal) => {
  const { version, dryRun, tested } = parseArguments();
  const release = await checkRelease(version, process.cwd());
  if (!dryRun) {
    if (!tested) await step('tests', () => runTests(process.cwd(), signal));
    await makeRelease(release, process.cwd());
  }
  print(release.notes);
  print();
  print(
    dim(dryRun ? `Nothing was changed. Without --dry-run, this creates ${release.tag}.` : `Tagged as ${release.tag}.`),
  );
  if (!dryRun) print(dim('Publish it with "git push --follow-tags".'));
});

function parseArguments() {
  const { values, positionals } = readArguments(
    { options: { 'dry-run': { type: 'boolean' }, tested: { type: 'boolean' } }, allowPositionals: true },
    USAGE,
  );
  const [version] = positionals;
  if (version === undefined || positionals.length !== 1) throw new CliError(USAGE);
  return { version, dryRun: values['dry-run'], tested: values.tested };
}
