import { PROMISE_CLAIM, type Evidence, type Judgment } from '@ringwell/domain/calls/analysis';
import { SENTIMENT_LABELS, SENTIMENTS } from '@ringwell/domain/calls/sentiment';
import type { Transcript, TranscriptSegment } from '@ringwell/domain/calls/transcript';

import { Judge, type CallContext } from '../../analyst';
import { checkEvidence } from '../../checks/evidence';
import { countNgramsAsync, SPEAKER_ZONES, hasKnownSpeakers, TOPIC_ZONES, WHOLE_ZONES } from './call-features';
import { softmax, type Classification } from './linear-classifier';
import { localModel, type LocalModel } from './local-model';
import { moodTimeline, type TurnScores } from './mood';
import { findLastPromise } from './promise';
import { findQuotes, type Passage } from './quotes';
import { topicModel, type TopicModel } from './topic-model';

// Longer segments (about ten minutes without a pause) are judged by their beginning and end only.
const MAX_BEGINNING_CHARS = 5_000;
const MAX_END_CHARS = 5_000;

// Minimum confidence for quoted words, by transcript quality.
const MIN_QUOTE_CONFIDENCE = { good: 0.7, fair: 0.8, poor: 1 };

/**
 * Judges calls with the trained linear models in `model.json` and `topic-model.json`: the customer's and
 * agent's word sequences determine the label, the follow-up and the topic. Quotes the call but doesn't summarize.
 * Deterministic, and doesn't use the network.
 */
export class LocalAnalyst extends Judge {
  readonly engine = 'local';

  constructor(
    private readonly model: LocalModel = localModel(),
    private readonly topics: TopicModel = topicModel(),
  ) {
    super();
  }

  override async judge(
    transcript: Transcript,
    _context: CallContext,
    { signal }: { signal: AbortSignal },
  ): Promise<Judgment> {
    signal.throwIfAborted();
    const speech = transcript.speakersGuessed ? withoutSpeakers(transcript) : transcript.segments;
    const segments = speech.map(truncateMiddle);
    const hasSpeakers = hasKnownSpeakers(segments);
    const kind = hasSpeakers ? 'speakers' : 'whole';
    const zones = hasSpeakers ? SPEAKER_ZONES : WHOLE_ZONES;
    const zoneCounts = await countNgramsAsync(segments, [...new Set([...zones, ...TOPIC_ZONES])], signal);
    const counts = zoneCounts.filter(({ zone }) => zones.includes(zone));
    const topicCounts = zoneCounts.filter(({ zone }) => TOPIC_ZONES.includes(zone));
    const label = this.model.label[kind].classify(counts, segments.length);
    const probabilities = softmax(label.scores.map((score) => score / this.model.temperature[kind]));
    const confidence = Math.max(...probabilities);
    const sentiment = SENTIMENTS[probabilities.indexOf(confidence)] ?? 'neutral';
    const [noScore = 0, yesScore = 0] = this.model.followUp[kind].classify(counts, segments.length).scores;
    const followUpNeeded = yesScore > noScore;
    const quotable = segments.map((segment) => (isQuotable(segment, transcript) ? segment : { ...segment, text: '' }));
    const promise = followUpNeeded ? findLastPromise(quotable) : undefined;
    const quotes = await findQuotes(sentiment, quotable, this.model.label, signal);
    return {
      engine: this.engine,
      sentiment,
      confidence,
      topic: this.topics.chooseTopic(segments, sentiment, topicCounts),
      followUpNeeded,
      course: moodTimeline(customerScores(label, segments, hasSpeakers), segments, sentiment),
      evidence: checkEvidence(
        [
          ...quotes.map((quote) => toEvidence(quote, SENTIMENT_LABELS[sentiment], segments)),
          ...(promise ? [toEvidence(promise, PROMISE_CLAIM, segments)] : []),
        ],
        transcript,
      ),
    };
  }
}

function isQuotable({ confidence }: TranscriptSegment, { quality }: Transcript): boolean {
  return quality === undefined || confidence === undefined || confidence >= MIN_QUOTE_CONFIDENCE[quality.level];
}

// Judging time grows quadratically with segment length. The beginning shows why the customer called, and the end, the
// outcome.
function truncateMiddle(segment: TranscriptSegment): TranscriptSegment {
  const { text } = segment;
  if (text.length <= MAX_BEGINNING_CHARS + MAX_END_CHARS) return segment;
  return { ...segment, text: `${text.slice(0, MAX_BEGINNING_CHARS)} ${text.slice(-MAX_END_CHARS)}` };
}

// Guessed speakers are wrong too often for models that depend on who is speaking.
function withoutSpeakers({ segments }: Transcript): TranscriptSegment[] {
  return segments.map((segment) => ({ ...segment, speaker: 'unknown' }));
}

// Returns the scores of the customer's turns, or of all turns if the speakers are unknown.
function customerScores(
  { scoresByTurn }: Classification,
  segments: readonly TranscriptSegment[],
  hasSpeakers: boolean,
): TurnScores[] {
  return scoresByTurn.flatMap((scores, turn) =>
    !hasSpeakers || segments[turn]?.speaker === 'customer' ? [{ turn, scores }] : [],
  );
}

function toEvidence({ turn, text }: Passage, claim: string, segments: readonly TranscriptSegment[]): Evidence {
  const { startMs = 0, endMs = 0 } = segments[turn] ?? {};
  return { claim, segment: turn, startMs, endMs, quote: text };
}
