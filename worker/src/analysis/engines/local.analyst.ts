import type { Evidence, FollowUp, UnreviewedAnalysis } from '@ringwell/domain/analysis';
import { SENTIMENT_LABELS, SENTIMENTS } from '@ringwell/domain/sentiment';
import type { Transcript, TranscriptSegment } from '@ringwell/domain/transcript';

import { Analyst, type CallContext } from '../analyst';
import { checkEvidence } from '../evidence-check';
import { countZones, SPEAKER_ZONES, speakersKnown, WHOLE_ZONES } from './local/call-features';
import { callClauses } from './local/clauses';
import { localModel, type LocalModel } from './local/local-model';
import { moodCourse, type TurnScores } from './local/mood';
import { chooseMainParts, chooseNote, passagesIn, type CallNote } from './local/note';
import {
  attributed,
  isTold,
  keyPoints,
  noteLines,
  quoted,
  stated,
  summaryOf,
  type TimedPassage,
} from './local/note-text';
import type { Passage } from './local/passages';
import { mapWithPauses, pause } from './local/pause';
import { decidingQuotes, withTellingQuotes, type QuotedCall } from './local/quotes';
import { assignRoles } from './local/roles';
import { scoreClause } from './local/salience';
import { sentencesOf } from './local/sentences';
import { softmax, type Judgment } from './local/text-classifier';
import { topicModel, type TopicModel } from './local/topic-model';

// Of a segment that is longer than both, about ten minutes without a pause, the beginning and the end are judged.
const MAX_BEGINNING_CHARS = 5_000;
const MAX_END_CHARS = 5_000;

/**
 * Judges calls with the learned linear models in `local/model.json` and `local/topic-model.json`: which word sequences the customer and the agent use
 * decides the label, the follow-up and the topic. The note consists of the call's own words. Deterministic, without a network.
 */
export class LocalAnalyst extends Analyst {
  readonly engine = 'local';

  constructor(
    private readonly model: LocalModel = localModel(),
    private readonly topics: TopicModel = topicModel(),
  ) {
    super();
  }

  override async analyze(
    transcript: Transcript,
    context: CallContext,
    { signal }: { signal: AbortSignal },
  ): Promise<UnreviewedAnalysis> {
    signal.throwIfAborted();
    const spoken = transcript.speakersGuessed ? withoutSpeakers(transcript) : transcript.segments;
    const segments = spoken.map(withoutMiddle);
    const isKnown = speakersKnown(segments);
    const kind = isKnown ? 'speakers' : 'whole';
    const counts = countZones(segments, isKnown ? SPEAKER_ZONES : WHOLE_ZONES);
    const label = this.model.label[kind].judge(counts, segments.length);
    const shares = softmax(label.scores.map((score) => score / this.model.temperature[kind]));
    const confidence = Math.max(...shares);
    const sentiment = SENTIMENTS[shares.indexOf(confidence)] ?? 'neutral';
    const [no = 0, yes = 0] = this.model.followUp[kind].judge(counts, segments.length).scores;
    await pause(signal);
    const said = callClauses(segments);
    const scored = await mapWithPauses(
      said,
      (clause, index) => scoreClause(said, clause, index, segments, this.model.salience),
      signal,
    );
    const call = { clauses: scored, turns: segments, direction: context.direction, sentiment };
    const clauses = await mapWithPauses(
      scored,
      (clause, index) => assignRoles(call, clause, index, this.model.roles),
      signal,
    );
    const { commonStems } = this.model;
    const rated = {
      clauses: sentencesOf(clauses, segments),
      commonStems,
      turns: segments,
      direction: context.direction,
    };
    await pause(signal);
    const main = chooseMainParts(rated);
    await pause(signal);
    const customer = customerScores(label, segments, isKnown);
    const quotable = { sentiment, segments, customer, clauses: rated.clauses, commonStems };
    const told = [...main.reason, ...main.agreed, ...main.next];
    const deciding = decidingQuotes({ ...quotable, said: told }, this.model.label[kind]);
    await pause(signal);
    const note = chooseNote(rated, main, deciding);
    const quotes = quotesAfter(note, deciding, quotable);
    const lines = noteLines(note, context.direction);
    await pause(signal);
    return {
      engine: this.engine,
      sentiment,
      confidence,
      topic: this.topics.topicOf(segments, sentiment),
      summary: summaryOf(lines, quotes),
      keyPoints: scored.length === 0 ? [] : keyPoints(note, quotes),
      reason: note.reason ? stated(quoted(note.reason)) : 'Not said.',
      outcome: note.agreed.length > 0 ? stated(attributed(note.agreed).join(' ')) : 'Not clear from the call.',
      followUp: followUpOf(yes > no, note),
      course: moodCourse(customer, segments, sentiment),
      evidence: checkEvidence(
        [
          ...deciding.map((quote) => evidenceOf(quote, SENTIMENT_LABELS[sentiment], segments)),
          ...lines.flatMap(({ text, passages: [passage, ...others] }) =>
            passage && others.length === 0 ? [evidenceOf(passage, text, segments)] : [],
          ),
        ],
        transcript,
      ),
    };
  }
}

// The time for a segment grows with the square of its length. The beginning tells why they call, the end how it went.
function withoutMiddle(segment: TranscriptSegment): TranscriptSegment {
  const { text } = segment;
  if (text.length <= MAX_BEGINNING_CHARS + MAX_END_CHARS) return segment;
  return { ...segment, text: `${text.slice(0, MAX_BEGINNING_CHARS)} ${text.slice(-MAX_END_CHARS)}` };
}

// Guessed speakers are wrong too often for the models of what agent and customer say, and for a note that names them.
function withoutSpeakers({ segments }: Transcript): TranscriptSegment[] {
  return segments.map((segment) => ({ ...segment, speaker: 'unknown' }));
}

// The customer's turns, or all when the speakers are not known.
function customerScores({ ofTurns }: Judgment, segments: readonly TranscriptSegment[], isKnown: boolean): TurnScores[] {
  return ofTurns.flatMap((scores, turn) =>
    !isKnown || segments[turn]?.speaker === 'customer' ? [{ turn, scores }] : [],
  );
}

// What decides the label and what else is worth reading, unless the note has it. A mood is shown in any case.
function quotesAfter(note: CallNote, deciding: readonly Passage[], call: Omit<QuotedCall, 'said'>): TimedPassage[] {
  const noted = passagesIn(note);
  const said = call.clauses.filter((clause) => isTold(clause, noted));
  const fresh = deciding.filter((quote) => !isTold(quote, noted));
  const quotes = withTellingQuotes({ ...call, said }, fresh);
  const shown = quotes.length > 0 || call.sentiment === 'neutral' ? quotes : deciding;
  return shown.map((quote) => ({ ...quote, startMs: call.segments[quote.turn]?.startMs ?? 0 }));
}

function evidenceOf({ turn, text }: Passage, claim: string, segments: readonly TranscriptSegment[]): Evidence {
  const { startMs = 0, endMs = 0 } = segments[turn] ?? {};
  return { claim, segment: turn, startMs, endMs, quote: text };
}

function followUpOf(needed: boolean, { next }: CallNote): FollowUp {
  if (!needed) return { needed: false };
  return { needed: true, what: next.length > 0 ? stated(attributed(next).join(' ')) : 'Get back to the customer.' };
}
