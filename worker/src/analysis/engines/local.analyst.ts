import { SUMMARY_QUOTES, type Evidence, type FollowUp, type UnreviewedAnalysis } from '@ringwell/domain/analysis';
import { SENTIMENT_LABELS, SENTIMENTS, type Sentiment } from '@ringwell/domain/sentiment';
import type { Transcript, TranscriptSegment } from '@ringwell/domain/transcript';

import { Analyst, type CallContext } from '../analyst';
import { checkEvidence } from '../evidence-check';
import { plainQuotes, timedQuote } from '../timed-quote';
import { countZones, SPEAKER_ZONES, speakersKnown, WHOLE_ZONES } from './local/call-features';
import { callClauses } from './local/clauses';
import { localModel, type LocalModel } from './local/local-model';
import { moodCourse, type TurnScores } from './local/mood';
import { chooseMainParts, chooseNote, type CallNote } from './local/note';
import type { Passage } from './local/passages';
import { quotesFor } from './local/quotes';
import { hasLongNumber } from './local/rated-call';
import { assignRoles } from './local/roles';
import { scoreClauses } from './local/salience';
import { softmax, type Judgment } from './local/text-classifier';
import { topicModel, type TopicModel } from './local/topic-model';

const MAX_KEY_POINTS = 6;
const MIN_KEY_POINTS = 3;

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

  override analyze(
    transcript: Transcript,
    context: CallContext,
    options: { signal: AbortSignal },
  ): Promise<UnreviewedAnalysis> {
    options.signal.throwIfAborted();
    return Promise.resolve(this.judge(transcript, context));
  }

  private judge(transcript: Transcript, context: CallContext): UnreviewedAnalysis {
    const segments = transcript.speakersGuessed ? withoutSpeakers(transcript) : transcript.segments;
    const isKnown = speakersKnown(segments);
    const kind = isKnown ? 'speakers' : 'whole';
    const counts = countZones(segments, isKnown ? SPEAKER_ZONES : WHOLE_ZONES);
    const label = this.model.label[kind].judge(counts, segments.length);
    const shares = softmax(label.scores.map((score) => score / this.model.temperature[kind]));
    const confidence = Math.max(...shares);
    const sentiment = SENTIMENTS[shares.indexOf(confidence)] ?? 'neutral';
    const [no = 0, yes = 0] = this.model.followUp[kind].judge(counts, segments.length).scores;
    const scored = scoreClauses(callClauses(segments), segments, this.model.salience);
    const call = { clauses: scored, turns: segments, direction: context.direction, sentiment };
    // The number of a card stays out of notes.
    const noted = assignRoles(call, this.model.roles).filter((clause) => !hasLongNumber(clause));
    const customer = customerScores(label, segments, isKnown);
    const { commonStems } = this.model;
    const rated = { clauses: noted, commonStems, turns: segments, direction: context.direction };
    const main = chooseMainParts(rated);
    const said = [...main.reason, ...main.agreed, ...main.next];
    const quotes = quotesFor(
      { sentiment, segments, customer, clauses: noted, commonStems, said },
      this.model.label[kind],
    );
    const passages = quotes.map((quote) => quotedPassage(quote, segments));
    const note = chooseNote(rated, main, passages);
    const parts = partsOf(note, context);
    return {
      engine: this.engine,
      sentiment,
      confidence,
      topic: this.topics.topicOf(segments, sentiment),
      summary: summaryOf(parts, quotes, sentiment),
      keyPoints: scored.length === 0 ? [] : keyPoints(note, passages),
      reason: note.reason ? stated(quoted(note.reason)) : 'Not said.',
      outcome: note.agreed.length > 0 ? stated(lines(note.agreed).join(' ')) : 'Not clear from the call.',
      followUp: followUpOf(yes > no, note),
      course: moodCourse(customer, segments, sentiment),
      evidence: checkEvidence(
        [...quotes.map((quote) => ({ claim: SENTIMENT_LABELS[sentiment], ...quote })), ...evidenceOf(parts, segments)],
        transcript,
      ),
    };
  }
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

interface NotePart {
  text: string;
  /** What it rests on. */
  passages: readonly Passage[];
}

/** The parts of the note, each a sentence of the summary. */
function partsOf({ reason, about, agreed, next }: CallNote, { direction }: CallContext): NotePart[] {
  const reasons = reason ? [reason] : [];
  return [
    { title: REASON[direction ?? 'unknown'], said: reasons.map(quoted).join(''), passages: reasons },
    { title: 'About', said: dialog(about), passages: about },
    { title: 'Offered or agreed', said: dialog(agreed), passages: agreed },
    { title: 'Next', said: dialog(next), passages: next },
  ]
    .filter(({ passages }) => passages.length > 0)
    .map(({ title, said, passages }) => ({ text: `${title}: ${stated(said)}`, passages }));
}

// Names the speaker where it changes.
function dialog(passages: readonly Passage[]): string {
  return passages
    .map((passage, at) => {
      const isSame = passages[at - 1]?.speaker === passage.speaker || passage.speaker === 'unknown';
      return `${isSame ? '' : `${SPEAKER[passage.speaker].toLowerCase()} `}${quoted(passage)}`;
    })
    .join('; ');
}

// Each part is a line. Quotes that the note has already are only repeated to show a mood.
function summaryOf(
  parts: readonly NotePart[],
  quotes: readonly Omit<Evidence, 'claim'>[],
  sentiment: Sentiment,
): string {
  if (parts.length === 0) return 'Hardly anything was said on this call.';
  const noted = parts.flatMap(({ passages }) => passages);
  const fresh = quotes.filter(({ quote }) => !isTold({ text: quote }, noted));
  const shown = fresh.length > 0 || sentiment === 'neutral' ? fresh : quotes;
  const timed = shown.map(({ quote, startMs }) => timedQuote(quote, startMs));
  const words = timed.length > 0 ? [`${SUMMARY_QUOTES} ${timed.join('; ')}.`] : [];
  return [...parts.map(({ text }) => text), ...words].join('\n');
}

function isTold({ text }: { text: string }, noted: readonly Passage[]): boolean {
  return noted.some((passage) => passage.text.includes(text) || text.includes(passage.text));
}

function evidenceOf(parts: readonly NotePart[], segments: readonly TranscriptSegment[]): Evidence[] {
  return parts.flatMap(({ text, passages: [passage, ...others] }) => {
    const segment = segments[passage?.turn ?? -1];
    if (passage === undefined || segment === undefined || others.length > 0) return [];
    const { startMs, endMs } = segment;
    return [{ claim: text, segment: passage.turn, startMs, endMs, quote: passage.text }];
  });
}

function quotedPassage({ segment, quote }: Omit<Evidence, 'claim'>, segments: readonly TranscriptSegment[]): Passage {
  return { turn: segment, speaker: segments[segment]?.speaker ?? 'unknown', text: quote };
}

// What the note has, and when that is little also the quotes after it.
function keyPoints({ reason, about, agreed, next }: CallNote, quotes: readonly Passage[]): string[] {
  const noted = [reason, ...about, ...agreed, ...next].filter((passage) => passage !== undefined);
  const points = noted.length < MIN_KEY_POINTS ? [...noted, ...quotes.filter((quote) => !isTold(quote, noted))] : noted;
  return lines(points.sort((a, b) => a.turn - b.turn).slice(0, MAX_KEY_POINTS));
}

function lines(passages: readonly Passage[]): string[] {
  return passages.map((passage) => `${SPEAKER[passage.speaker]}: ${quoted(passage)}`);
}

function followUpOf(needed: boolean, { next }: CallNote): FollowUp {
  if (!needed) return { needed: false };
  return {
    needed: true,
    what: next.length > 0 ? stated(lines(next).join(' ')) : 'Get back to the customer.',
  };
}

const SPEAKER = { agent: 'Agent', customer: 'Customer', unknown: 'Said' } as const;
const REASON = { inbound: 'Why they called', outbound: 'Why we called', unknown: 'Reason' } as const;

function quoted({ text }: Passage): string {
  return `"${plainQuotes(text)}"`;
}

// A sentence that may end in a quoted one.
function stated(text: string): string {
  return /[.?!…]['"]*$/.test(text) ? text : `${text}.`;
}
