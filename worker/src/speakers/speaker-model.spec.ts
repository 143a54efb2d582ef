import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { SpeakerModel, speakerModel, type StoredSpeakerModel } from './speaker-model';
import { turnFeatures } from './turn-features';

const STORED = JSON.parse(readFileSync(join(__dirname, 'model.json'), 'utf8')) as StoredSpeakerModel;

describe('agentLogOdds', () => {
  it.each([
    ['Thank you for calling Summit Air, this is Paul. How can I help you?', 0],
    ['Hi, this is Dana, my furnace quit. My furnace quit again last night!', 1],
    ['Thank you for calling Summit Air, this is Paul. How can I help you?', 7],
    ["Yes, yes, yes. That's right, 42 Willow Lane.", 2],
    ['Xylophone quandaries.', 5],
    ['Okay.', 12],
    ['', 0],
    ['', 9],
  ])('sums the weight of each distinct feature: %j as turn %i', (text, position) => {
    const weights = [...turnFeatures(text, position)].map((feature) => STORED.weights[feature] ?? 0);
    const sum = weights.reduce((total, weight) => total + weight, 0);
    expect(speakerModel().agentLogOdds(text, position)).toBe(STORED.bias + sum / 1_000);
  });

  it('ignores words that are only the start of a longer feature', () => {
    const model = new SpeakerModel({ ...STORED, bias: 0, weights: { 'thank you': 500 } });
    expect([model.agentLogOdds('thank god', 5), model.agentLogOdds('thank you', 5)]).toEqual([0, 0.5]);
  });
});
