// npm run models: lists, installs, verifies and removes local models.
import { statSync } from 'node:fs';
import { resolve } from 'node:path';

import { readArguments } from '../arguments.mjs';
import { CliError } from '../errors.mjs';
import { BZIP2, installTools } from '../install/system-tools.mjs';
import { displayPath } from '../paths.mjs';
import { bold, dim, green, print, red, showSpinner } from '../terminal.mjs';
import { RECOMMENDED_MODEL } from './catalog.mjs';
import { chooseModels, RESERVED_MB, measureRoom } from './choose-models.mjs';
import { installInBackground } from './first-models.mjs';
import { createHttpGet } from './http-client.mjs';
import { installModel, uninstallModel } from './install-model.mjs';
import { findDamagedFiles, modelState } from './installed.mjs';
import { formatBytes } from './progress.mjs';

/** @typedef {import('./catalog.mjs').Model} Model */

/**
 * @typedef {object} ModelsSettings
 * @property {readonly Model[]} catalog
 * @property {string} folder MODELS_DIR
 * @property {string} [mirror] MODELS_BASE_URL
 * @property {NodeJS.ProcessEnv} env
 * @property {import('./choose-models.mjs').Room} [room] defaults to this machine's or container's
 * @property {string} workingFolder base for relative paths in the arguments
 * @property {AbortSignal} signal
 * @property {number} [stalledAfterMs]
 * @property {number} [retryAfterMs]
 * @property {number} [retryPassAfterMs]
 */

const USAGE = 'Usage: npm run models [-- install NAME [--from FILE] | auto | verify [NAME] | remove NAME]';

/**
 * @param {string[]} args @param {ModelsSettings} settings
 * @returns {Promise<number>} exit code
 * @throws {CliError}
 */
export async function runModelsCommand(args, settings) {
  const options = { from: { type: /** @type {const} */ ('string'), multiple: /** @type {const} */ (true) } };
  const { values, positionals } = readArguments({ args, options, allowPositionals: true }, USAGE);
  const [command = 'list', ...names] = positionals;
  if (command === 'list') return listModels(settings);
  if (command === 'verify') return runVerify(names, settings);
  if (command === 'auto') return installAutomatically(settings);
  const [name] = names;
  if (name === undefined || names.length > 1) throw new CliError(USAGE);
  const model = findModel(name, settings.catalog);
  if (command === 'install') return runInstall(model, values.from ?? [], settings);
  if (command === 'remove') return runRemove(model, settings);
  throw new CliError(USAGE);
}

/** @param {string} name @param {readonly Model[]} catalog */
function findModel(name, catalog) {
  const model = catalog.find((candidate) => candidate.name === name);
  if (model) return model;
  throw new CliError(
    `Unknown model: "${name}". Available models: ${catalog.map((candidate) => candidate.name).join(', ')}.`,
  );
}

const MAX_LISTED_LANGUAGES = 3;

/** @param {ModelsSettings} settings */
function listModels({ catalog, folder }) {
  const rows = catalog.map(({ name, title, languages, acceptsNames, diskBytes, memoryMb, license }) => [
    name,
    title,
    formatLanguages(languages),
    acceptsNames ? 'yes' : '',
    formatBytes(diskBytes),
    formatBytes(memoryMb * 1_000_000),
    license,
    formatState(modelState(folder, name)),
  ]);
  const header = ['name', 'description', 'languages', 'accepts names', 'disk', 'memory', 'license', 'state'];
  const widths = header.map((_, column) => Math.max(...[header, ...rows].map((row) => row[column]?.length ?? 0)));
  /** @param {string[]} row */
  const formatRow = (row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd();
  print(dim(formatRow(header)));
  for (const row of rows) print(formatRow(row));
  print();
  for (const { name, languages } of catalog)
    if (languages.length > MAX_LISTED_LANGUAGES) print(dim(`${name} supports ${languages.join(', ')}.`));
  print(
    dim(
      `Recommended: npm run models -- install ${RECOMMENDED_MODEL}. Models are in ${displayPath(folder)}; memory is an estimate.`,
    ),
  );
  return 0;
}

/** @param {string[]} languages */
function formatLanguages(languages) {
  if (languages.includes('*')) return 'any';
  return languages.length > MAX_LISTED_LANGUAGES ? `${languages.length}` : languages.join(', ');
}

/** @param {import('./installed.mjs').ModelState} state */
function formatState(state) {
  return state === 'absent' ? '' : state === 'damaged' ? 'damaged: install it again' : 'installed';
}

/** @param {Model} model @param {string[]} from @param {ModelsSettings} settings */
async function runInstall(model, from, { folder, mirror, workingFolder, signal, stalledAfterMs, retryAfterMs }) {
  const files = from.map((file) => resolve(workingFolder, file));
  for (const file of files) {
    if (!statSync(file, { throwIfNoEntry: false })?.isFile()) throw new CliError(`File not found: ${file}.`);
  }
  await installTools([BZIP2], signal);
  const get = await createHttpGet(signal, stalledAfterMs);
  const installed = await installModel(model, { folder, mirror, from: files, get, signal, retryAfterMs });
  print(
    installed
      ? `${green('✓')} ${bold(model.name)} is installed. Workers use it within seconds, without a restart.`
      : `${bold(model.name)} is already installed. "npm run models -- verify ${model.name}" checks its files.`,
  );
  return 0;
}

/**
 * Installs the same models as `npm start`, but for a worker in its own container, so the container's memory determines
 * which models fit.
 * @param {ModelsSettings} settings
 */
async function installAutomatically({
  catalog,
  folder,
  mirror,
  env,
  signal,
  stalledAfterMs,
  retryAfterMs,
  retryPassAfterMs,
  ...options
}) {
  if (env.MODELS === 'off') {
    print('MODELS is off, so no models were installed.');
    return 0;
  }
  const room = options.room ?? measureRoom(folder, RESERVED_MB.worker);
  const { models, tooLarge } = chooseModels({ env, catalog, folder, mirror, room });
  if (tooLarge.length > 0)
    print(
      `No model for ${tooLarge.join(' or ')} fits in this machine's memory and on its disk. See docs/operate/operations.md for their sizes.`,
    );
  if (models.length === 0) print('There are no models to install.');
  await installInBackground({ models, folder, mirror, signal, stalledAfterMs, retryAfterMs, retryPassAfterMs });
  signal.throwIfAborted();
  return models.every(({ name }) => modelState(folder, name) === 'installed') ? 0 : 1;
}

/** @param {string[]} names all installed models if empty @param {ModelsSettings} settings */
async function runVerify(names, { catalog, folder }) {
  const models =
    names.length > 0
      ? names.map((name) => findModel(name, catalog))
      : catalog.filter(({ name }) => modelState(folder, name) !== 'absent');
  if (models.length === 0) print('No models are installed.');
  let code = 0;
  for (const { name } of models) {
    const problem = await checkModel(folder, name);
    print(problem === undefined ? `${green('✓')} ${name}: all files are intact` : `${red('✗')} ${name}: ${problem}`);
    if (problem !== undefined) code = 1;
  }
  return code;
}

/** @param {string} folder @param {string} name @returns {Promise<string | undefined>} */
async function checkModel(folder, name) {
  if (modelState(folder, name) === 'absent') return 'not installed';
  const stopSpinner = showSpinner(() => `Reading ${name}`);
  const damagedFiles = await findDamagedFiles(folder, name);
  stopSpinner();
  if (damagedFiles.length === 0) return undefined;
  return `damaged (${damagedFiles.join(', ')}). Run "npm run models -- remove ${name}", then install it again.`;
}

/** @param {Model} model @param {ModelsSettings} settings */
async function runRemove(model, { folder }) {
  const wasInstalled = modelState(folder, model.name) !== 'absent';
  await uninstallModel(model, folder);
  print(
    wasInstalled
      ? `${model.name} was removed. Workers stop using it within seconds. "MODELS=off npm start" keeps it from being downloaded again.`
      : `${model.name} is not installed.`,
  );
  return 0;
}
