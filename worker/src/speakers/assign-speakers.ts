import { hasKnownSpeakers, canBeEnglish, swapSpeakers, type Transcript } from '@ringwell/domain/calls/transcript';

import { agentLikelihoods } from './agent-likelihoods';
import { speakerModel, type SpeakerModel } from './speaker-model';
import { assignVoiceRoles } from './voice-roles';

export interface ChannelLayout {
  /** Whether the agent and customer have separate channels. */
  areSeparate: boolean;
  /** The customer's channel (0 or 1), if known. If set, the transcript's speakers are correct. */
  customerChannel: number | null;
}

export interface SpeakerAssignment {
  transcript: Transcript;
  /** The customer's channel (0 or 1); `null` if the channels aren't separate. */
  customerChannel: number | null;
}

// Channels are only swapped if the log-odds favor the reversed roles by more than this.
const MIN_SWAP_SCORE = 3;

/**
 * Tells the agent and customer apart. With separate channels, the left one is the agent's unless the words say
 * otherwise. Voices separated by the engine get roles based on their words. Otherwise, each segment is guessed and the
 * transcript is marked as guessed. The model only supports English: in other languages, channels keep their order,
 * voice roles are only guesses, and segments aren't guessed.
 */
export function assignSpeakers(
  transcript: Transcript,
  { areSeparate, customerChannel }: ChannelLayout,
  model: SpeakerModel = speakerModel(),
): SpeakerAssignment {
  if (!areSeparate) return { transcript: withoutVoices(assignVoices(transcript, model)), customerChannel: null };
  const cleanTranscript = withoutVoices(transcript);
  if (customerChannel !== null) return { transcript: cleanTranscript, customerChannel };
  return canBeEnglish(transcript) && areChannelsReversed(transcript, model)
    ? { transcript: swapSpeakers(cleanTranscript), customerChannel: 0 }
    : { transcript: cleanTranscript, customerChannel: 1 };
}

/** Whether each channel's words fit the other role better; false if in doubt. */
export function areChannelsReversed({ segments }: Transcript, model: SpeakerModel): boolean {
  let score = 0;
  for (const [position, { speaker, text }] of segments.entries()) {
    if (speaker === 'unknown') continue;
    const odds = model.agentLogOdds(text, position);
    score += speaker === 'agent' ? odds : -odds;
  }
  return score < -MIN_SWAP_SCORE;
}

function assignVoices(transcript: Transcript, model: SpeakerModel): Transcript {
  const { segments } = transcript;
  if (segments.some(({ speakerNumber }) => speakerNumber !== undefined)) {
    const roles = assignVoiceRoles(segments, model);
    const assigned: Transcript = {
      ...transcript,
      segments: segments.map((segment) => ({
        ...segment,
        speaker: roles.get(segment.speakerNumber ?? -1) ?? 'unknown',
      })),
    };
    return canBeEnglish(transcript) || !hasKnownSpeakers(assigned) ? assigned : { ...assigned, speakersGuessed: true };
  }
  // A single segment contains both speakers' words.
  if (!canBeEnglish(transcript) || segments.length === 1) return transcript;
  const odds = segments.map(({ text }, position) => model.agentLogOdds(text, position));
  const likelihoods = agentLikelihoods(odds, model.switching);
  return {
    ...transcript,
    speakersGuessed: true,
    segments: segments.map((segment, index) => ({
      ...segment,
      speaker: (likelihoods[index] ?? 0) > 0.5 ? 'agent' : 'customer',
    })),
  };
}

function withoutVoices(transcript: Transcript): Transcript {
  return { ...transcript, segments: transcript.segments.map(({ speakerNumber: _, ...segment }) => segment) };
}
