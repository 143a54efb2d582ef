import type { Speaker, TranscriptSegment } from '@ringwell/domain/calls/transcript';

import type { AudioChannel } from '../audio/decoded-audio';
import { completeGivenTranscript, completeTranscript } from './transcribe.step';

const CHANNEL: AudioChannel = { speaker: 'agent', pcmPath: '', sourceChannel: 0, speech: [] };
const ANNOUNCEMENT_TEXT = 'Thank you for calling. We appreciate your patience.';

function makeSegment(speaker: Speaker, startMs: number, endMs: number, text: string): TranscriptSegment {
  return { speaker, startMs, endMs, text };
}

function completeSampleTranscript(audio: object): ReturnType<typeof completeTranscript>['transcript'] {
  const segments = [
    makeSegment('agent', 0, 5_000, ANNOUNCEMENT_TEXT),
    makeSegment('customer', 100, 5_000, ANNOUNCEMENT_TEXT),
    makeSegment('agent', 6_000, 8_000, 'This is Dana, how can I help?'),
    makeSegment('customer', 8_500, 11_000, 'My heater is out again.'),
  ];
  const recognized = { engine: 'test', language: 'en', durationSeconds: 12, segments };
  return completeTranscript(recognized, { channels: [CHANNEL, CHANNEL], ...audio }, 1).transcript;
}

it("removes announcements that both sides hear from the customer's words", () => {
  const { segments, speakersGuessed } = completeSampleTranscript({ shared: [{ startMs: 0, endMs: 4_800 }] });
  expect(segments.map(({ speaker, text }) => [speaker, text])).toEqual([
    ['agent', ANNOUNCEMENT_TEXT],
    ['agent', 'This is Dana, how can I help?'],
    ['customer', 'My heater is out again.'],
  ]);
  expect(speakersGuessed).toBeUndefined();
});

it('marks the speakers as guessed if the two channels might not be the two sides', () => {
  const { segments, speakersGuessed } = completeSampleTranscript({ areSidesUnclear: true });
  expect(segments).toHaveLength(4);
  expect(speakersGuessed).toBe(true);
});

it.each([
  ['en', 'Hi, my heater is out again, and nobody came yesterday.'],
  ['en', 'Sorry, wrong number.'],
  ['und', '没有人来。我等了一整天。'],
  ['und', 'Mañana llamo otra vez.'],
  ['und', 'Hola, mi calentador no funciona otra vez y ayer no vino nadie.'],
])('detects whether the words are English if no language is specified: %s', (language, text) => {
  const segments = [makeSegment('customer', 0, 5_000, text)];
  const recognized = { engine: 'test', language: 'und', durationSeconds: 5, segments };
  expect(completeTranscript(recognized, { channels: [CHANNEL, CHANNEL] }, 1).transcript.language).toBe(language);
  expect(completeGivenTranscript(recognized).transcript.language).toBe(language);
});
