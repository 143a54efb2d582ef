import { readState, updateState } from '../data-folder/state.mjs';
import { CATALOG } from '../models/catalog.mjs';
import { chooseModels, RESERVED_MB, roomFor } from '../models/choose-models.mjs';
import { DATA } from '../paths.mjs';
import { mirrorOfModels, modelsFolder } from './environment.mjs';

const STOP_NOTE =
  'Ctrl+C is fine: the next start goes on from there. "MODELS=off npm start" turns this off, for later starts, too.';

/**
 * @typedef {object} ModelPlan
 * @property {import('../models/catalog.mjs').Model[]} models
 * @property {string} folder MODELS_DIR
 * @property {string} [mirror]
 * @property {string} [stopNote] printed with the sizes
 * @property {string} [remark] why there are fewer than there could be
 */

/**
 * What `npm start` downloads in the background.
 * @param {string | undefined} ofCommand MODELS as the command has it, without the file .env: this is remembered
 * @returns {ModelPlan}
 */
export function planModels(ofCommand) {
  const folder = modelsFolder();
  const mirror = mirrorOfModels();
  const nothing = { models: [], folder, mirror };
  if (ofCommand) updateState(DATA, { models: ofCommand === 'off' ? 'off' : undefined });
  if ((process.env.MODELS ?? readState(DATA).models) === 'off') {
    const isRemembered = process.env.MODELS === undefined;
    return isRemembered
      ? { ...nothing, remark: 'Local models stay off, as an earlier start said. "MODELS=auto npm start" brings them.' }
      : nothing;
  }
  const room = roomFor(folder, RESERVED_MB.system);
  const { models, tooLarge } = chooseModels({ env: process.env, catalog: CATALOG, folder, mirror, room });
  const remark =
    tooLarge.length === 0
      ? undefined
      : `This machine has too little free memory or disk for a local model (${tooLarge.join(', ')}): docs/operate/operations.md has their sizes.`;
  return { models, folder, mirror, stopNote: STOP_NOTE, remark };
}
