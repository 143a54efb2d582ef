import { readStoredModel } from '../../worker/src/analysis/engines/local/local-model';
import { noteRolesHash } from './fit-roles';
import { recognizedDataHash } from './training-data';

describe('committed model', () => {
  it('was trained with the committed calls (otherwise run: npm run train)', () => {
    expect(readStoredModel().trainingDataHash).toBe(recognizedDataHash());
    expect(readStoredModel().roles.trainingDataHash).toBe(noteRolesHash());
  });
});
