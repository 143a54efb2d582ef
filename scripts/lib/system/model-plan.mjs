import { readState, updateState } from '../data-folder/state.mjs';
import { CATALOG } from '../models/catalog.mjs';
import { chooseModels, RESERVED_MB, measureRoom } from '../models/choose-models.mjs';
import { DATA } from '../paths.mjs';
import { getModelsFolder, getModelsMirror } from './environment.mjs';

const STOP_NOTE =
  'You can press Ctrl+C: the next start resumes the download. "MODELS=off npm start" turns this off for later starts, too.';

/**
 * @typedef {object} ModelPlan
 * @property {import('../models/catalog.mjs').Model[]} models
 * @property {string} folder MODELS_DIR
 * @property {string} [mirror]
 * @property {string} [stopNote] printed with the sizes
 * @property {string} [note] why some models aren't installed
 */

/**
 * Chooses the models that `npm start` downloads in the background.
 * @param {string | undefined} commandValue MODELS as set by the command, not .env; remembered by later starts
 * @returns {ModelPlan}
 */
export function planModels(commandValue) {
  const folder = getModelsFolder();
  const mirror = getModelsMirror();
  const emptyPlan = { models: [], folder, mirror };
  if (commandValue) updateState(DATA, { models: commandValue === 'off' ? 'off' : undefined });
  if ((process.env.MODELS ?? readState(DATA).models) === 'off') {
    const isRemembered = process.env.MODELS === undefined;
    return isRemembered
      ? { ...emptyPlan, note: 'An earlier start turned local models off. "MODELS=auto npm start" installs them.' }
      : emptyPlan;
  }
  const room = measureRoom(folder, RESERVED_MB.system);
  const { models, tooLarge } = chooseModels({ env: process.env, catalog: CATALOG, folder, mirror, room });
  const note =
    tooLarge.length === 0
      ? undefined
      : `This machine has too little free memory or disk space for a local model (${tooLarge.join(', ')}): see docs/operate/operations.md for their sizes.`;
  return { models, folder, mirror, stopNote: STOP_NOTE, note };
}
