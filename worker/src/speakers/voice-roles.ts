import type { Speaker, TranscriptSegment } from '@ringwell/domain/calls/transcript';

import type { SpeakerModel } from './speaker-model';
import { turnWords } from './turn-features';

// Minimum number of words needed to tell anything about a voice.
const MIN_WORDS = 4;
// A single voice can't be compared with another, and may be two people the engine didn't separate.
const MIN_SINGLE_VOICE_SCORE = 3;

interface Voice {
  number: number;
  /** Log-odds that the voice is the agent's. */
  score: number;
  wordCount: number;
}

/**
 * Assigns a role to each voice based on its words. Of two voices, the one that sounds more like an agent is the agent.
 * With more voices, each is judged separately, because a call may be transferred to another agent, but at least one is
 * an agent and one a customer. Among three or more voices, one with hardly any words is `unknown`.
 */
export function assignVoiceRoles(segments: readonly TranscriptSegment[], model: SpeakerModel): Map<number, Speaker> {
  const voices = listVoices(segments, model);
  if (voices.length === 1) return new Map(voices.map(({ number, score }) => [number, guessSingleVoiceRole(score)]));
  const comparableVoices = voices.length === 2 ? voices : voices.filter(({ wordCount }) => wordCount >= MIN_WORDS);
  const rankedVoices = [...comparableVoices].sort((a, b) => a.score - b.score || a.number - b.number);
  const roles = new Map<number, Speaker>(voices.map(({ number }) => [number, 'unknown']));
  for (const { number, score } of rankedVoices) roles.set(number, score > 0 ? 'agent' : 'customer');
  const [lowest] = rankedVoices;
  const highest = rankedVoices.at(-1);
  if (lowest && highest && lowest !== highest) roles.set(lowest.number, 'customer').set(highest.number, 'agent');
  return roles;
}

function listVoices(segments: readonly TranscriptSegment[], model: SpeakerModel): Voice[] {
  const voices = new Map<number, Voice>();
  for (const [position, { speakerNumber: number, text }] of segments.entries()) {
    if (number === undefined) continue;
    const voice = voices.get(number) ?? { number, score: 0, wordCount: 0 };
    voice.score += model.agentLogOdds(text, position);
    voice.wordCount += turnWords(text).length;
    voices.set(number, voice);
  }
  return [...voices.values()];
}

function guessSingleVoiceRole(score: number): Speaker {
  if (Math.abs(score) < MIN_SINGLE_VOICE_SCORE) return 'unknown';
  return score > 0 ? 'agent' : 'customer';
}
