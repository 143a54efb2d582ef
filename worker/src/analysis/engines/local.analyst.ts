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
import { chooseNote, type CallNote } from './local/note';
import { assignRoles, type NoteClause } from './local/roles';
import { scoreClauses } from './local/salience';
import { softmax, type Judgment } from './local/text-classifier';
import { words } from './local/words';

const MAX_QUOTES = 3;
const MIN_QUOTE_WORDS = 4;
const MAX_QUOTE_CHARACTERS = 240;
// A turn is quoted for a label when it speaks for it at least this share as much as the strongest turn.
const WORTH_QUOTING = 0.35;
const MAX_KEY_POINTS = 6;

/**
 * Judges calls with the learned linear models in `local/model.json`: which word sequences the customer and the agent use
 * decides the label and the follow-up. The note consists of the call's own words. Deterministic, without a network.
 */
export class LocalAnalyst extends Analyst {
  readonly engine = 'local';

  constructor(private readonly model: LocalModel = localModel()) {
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
    const call = { clauses: scored, turns: segments, direction: context.direction };
    const note = chooseNote(assignRoles(call, this.model.roles), context.direction);
    const customer = customerScores(label, segments, isKnown);
    const quotes = quotesFor(sentiment, customer, segments);
    const parts = partsOf(note, context);
    return {
      engine: this.engine,
      sentiment,
      confidence,
      summary: summaryOf(parts, quotes),
      keyPoints: scored.length === 0 ? [] : keyPoints(note),
      reason: note.reason ? `${quoted(note.reason)}.` : 'Not said.',
      outcome: note.agreed ? `${quoted(note.agreed)}.` : 'Not clear from the call.',
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

/** The turns that speak most for the label, in the order of the call. */
function quotesFor(
  sentiment: Sentiment,
  customer: readonly TurnScores[],
  segments: readonly TranscriptSegment[],
): Omit<Evidence, 'claim'>[] {
  const label = SENTIMENTS.indexOf(sentiment);
  const leads = customer
    .map(({ turn, scores }) => ({
      turn,
      lead: (scores[label] ?? 0) - Math.max(...scores.filter((_, other) => other !== label)),
    }))
    .filter(({ turn, lead }) => lead > 0 && words(segments[turn]?.text ?? '').length >= MIN_QUOTE_WORDS)
    .sort((a, b) => b.lead - a.lead);
  const strongest = leads[0]?.lead ?? 0;
  return leads
    .slice(0, MAX_QUOTES)
    .filter(({ lead }) => lead >= strongest * WORTH_QUOTING)
    .sort((a, b) => a.turn - b.turn)
    .flatMap(({ turn }) => {
      const segment = segments[turn];
      if (segment === undefined) return [];
      return [{ segment: turn, startMs: segment.startMs, endMs: segment.endMs, quote: cut(segment.text.trim()) }];
    });
}

function cut(text: string): string {
  return text.length <= MAX_QUOTE_CHARACTERS ? text : text.slice(0, text.lastIndexOf(' ', MAX_QUOTE_CHARACTERS));
}

interface NotePart {
  text: string;
  /** The clause that it quotes, when it quotes one. */
  clause?: NoteClause;
}

/** The parts of the note, each a sentence of the summary. */
function partsOf({ reason, about, agreed, next }: CallNote, { direction }: CallContext): NotePart[] {
  return [
    ...(reason ? [{ text: `${REASON[direction ?? 'unknown']}: ${quoted(reason)}.`, clause: reason }] : []),
    ...(about.length > 0 ? [{ text: `About: ${about.map(quoted).join('; ')}.` }] : []),
    ...(agreed ? [{ text: `Agreed: ${quoted(agreed)}.`, clause: agreed }] : []),
    ...(next ? [{ text: `Next${NEXT[next.speaker]}: ${quoted(next)}.`, clause: next }] : []),
  ];
}

function summaryOf(parts: readonly NotePart[], quotes: readonly Omit<Evidence, 'claim'>[]): string {
  if (parts.length === 0) return 'Hardly anything was said on this call.';
  const timed = quotes.map(({ quote, startMs }) => timedQuote(quote, startMs));
  const words = timed.length > 0 ? [`${SUMMARY_QUOTES} ${timed.join('; ')}.`] : [];
  return [...parts.map(({ text }) => text), ...words].join(' ');
}

function evidenceOf(parts: readonly NotePart[], segments: readonly TranscriptSegment[]): Evidence[] {
  return parts.flatMap(({ text, clause }) => {
    const segment = segments[clause?.turn ?? -1];
    if (clause === undefined || segment === undefined) return [];
    const { startMs, endMs } = segment;
    return [{ claim: text, segment: clause.turn, startMs, endMs, quote: clause.text }];
  });
}

function keyPoints({ reason, about, agreed, next }: CallNote): string[] {
  return [...new Set([reason, ...about, agreed, next])]
    .filter((clause) => clause !== undefined)
    .sort((a, b) => a.position - b.position)
    .sort((a, b) => a.turn - b.turn)
    .slice(0, MAX_KEY_POINTS)
    .map((clause) => `${SPEAKER[clause.speaker]}: ${quoted(clause)}`);
}

function followUpOf(needed: boolean, { next }: CallNote): FollowUp {
  if (!needed) return { needed: false };
  return { needed: true, what: next ? `${SPEAKER[next.speaker]}: ${quoted(next)}.` : 'Get back to the customer.' };
}

const SPEAKER = { agent: 'Agent', customer: 'Customer', unknown: 'Said' } as const;
const REASON = { inbound: 'Why they called', outbound: 'Why we called', unknown: 'Reason' } as const;
const NEXT = { agent: ', the agent', customer: ', the customer', unknown: '' } as const;

function quoted({ text, isQuestion }: NoteClause): string {
  return `"${plainQuotes(text)}${isQuestion ? '?' : ''}"`;
}
