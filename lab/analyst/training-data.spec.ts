import { readStoredModel } from '../../worker/src/analysis/engines/local/local-model';
import { readStoredTopicModel } from '../../worker/src/analysis/engines/local/topic-model';
import { topicsHash } from './topic-training';
import { recognizedDataHash } from './training-data';

describe('committed models', () => {
  it('were trained on the committed calls (if not, run: npm run train)', () => {
    expect(readStoredModel().trainingDataHash).toBe(recognizedDataHash());
    expect(readStoredTopicModel().trainingDataHash).toBe(topicsHash());
  });
});
