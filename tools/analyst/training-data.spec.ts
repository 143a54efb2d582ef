import { readStoredModel } from '../../worker/src/analysis/engines/local/local-model';
import { trainingDataHash } from './training-data';

describe('the committed model', () => {
  it('was made from the committed training calls (else: npm run train)', () => {
    expect(readStoredModel().trainingDataHash).toBe(trainingDataHash());
  });
});
