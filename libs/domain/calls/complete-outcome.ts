import { CALL_BACK_MIN_SECONDS, findGreetingIndex, isMessageFrom } from '../follow-ups/follow-up';
import type { Analysis } from './analysis';
import { REACHED_CLAIM, type Reached } from './booking';
import type { CallDirection } from './call';
import type { RecordingLoss } from './recording-loss';
import type { Transcript } from './transcript';

interface ReachedEvidence {
  reached: Reached | null;
  segmentIndex?: number;
}

// Answering machines and phone menus reply to the agent fewer times than this.
const MIN_REPLIES = 3;
const MAX_QUOTED_WORDS = 25;

/**
 * Refines the analysis's outcome. If the turns of an outbound call clearly show whether a person was reached, they
 * override the language model. If part of the recording is missing, `not_asked` and `not_reached` become `unclear`.
 */
export function completeOutcome(
  analysis: Analysis,
  transcript: Transcript,
  direction: CallDirection | null,
  loss: RecordingLoss | null,
): Analysis {
  const withOutcome = addReached(analysis, transcript, direction);
  if (loss === null) return withOutcome;
  return {
    ...withOutcome,
    asked: withOutcome.asked === 'not_asked' ? 'unclear' : withOutcome.asked,
    reached: withOutcome.reached === 'not_reached' ? 'unclear' : withOutcome.reached,
  };
}

function addReached(analysis: Analysis, transcript: Transcript, direction: CallDirection | null): Analysis {
  const canDetect = direction === 'outbound' && analysis.reviewReason !== 'words_unreliable';
  const detected: ReachedEvidence | null = canDetect ? detectReached(transcript) : { reached: null };
  if (detected === null) return analysis;
  const { reached, segmentIndex: quotedIndex = -1 } = detected;
  const { startMs = 0, endMs = 0, text = '' } = transcript.segments[quotedIndex] ?? {};
  const quote = text.split(/\s+/).slice(0, MAX_QUOTED_WORDS).join(' ');
  const evidence = analysis.evidence.filter(({ claim }) => claim !== REACHED_CLAIM);
  if (quote !== '') evidence.push({ claim: REACHED_CLAIM, segment: quotedIndex, startMs, endMs, quote });
  return { ...analysis, reached, evidence };
}

/**
 * Returns whether a person replied several times or only an answering machine did, and the segment that shows it; null
 * if neither is clear. Guessed speakers can only show a machine; unknown speakers show neither.
 */
function detectReached(transcript: Transcript): ReachedEvidence | null {
  const { segments, durationSeconds, speakersGuessed } = transcript;
  const areSpeakersKnown = segments.every(({ speaker }) => speaker !== 'unknown');
  if (areSpeakersKnown && isMessageFrom('agent', transcript))
    return { reached: 'not_reached', segmentIndex: findGreetingIndex(transcript) };
  if (speakersGuessed) return null;
  const isAgentAlone = segments.every(({ speaker }) => speaker === 'agent');
  if (isAgentAlone) return durationSeconds < CALL_BACK_MIN_SECONDS ? { reached: 'not_reached' } : null;
  const replies = segments.flatMap(({ speaker }, index) =>
    speaker === 'customer' && segments[index - 1]?.speaker === 'agent' ? [index] : [],
  );
  return replies.length < MIN_REPLIES ? null : { reached: 'reached', segmentIndex: replies[0] };
}
