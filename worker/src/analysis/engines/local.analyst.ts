import type { Analysis, Evidence } from '@ringwell/domain/analysis';
import { SENTIMENT_LABELS, type Sentiment } from '@ringwell/domain/sentiment';
import type { Transcript } from '@ringwell/domain/transcript';

import { Analyst, type CallContext } from '../analyst';
import { checkEvidence } from '../evidence-check';
import { chooseClauses, scoreClauses } from './local/choose-clauses';
import { callClauses, type Clause } from './local/clauses';
import { localModel, type LocalModel } from './local/local-model';
import { moodCourse } from './local/mood';
import { callOutcome, callReason, followUpTask, keyPoints } from './local/notes';
import { callParties } from './local/parties';
import { judgeCall, readCall } from './local/reading';
import { writeSummary, type SummarySentence } from './local/summary';
import { decidingTurns, turnLeanings } from './local/turn-leanings';

// For the facts; the words that connect them are not counted.
const SUMMARY_WORDS = 108;
const LABEL_EVIDENCE = 2;
const SUMMARY_EVIDENCE = 2;

/**
 * Judges calls with the learned models in `local/model.json`: the customer's acts (asking for money back, recommending,
 * booking) decide the label, and the summary consists of the clauses with facts. It is deterministic and needs no
 * network.
 */
export class LocalAnalyst extends Analyst {
  readonly engine = 'local';

  constructor(private readonly model: LocalModel = localModel()) {
    super();
  }

  override analyze(transcript: Transcript, context: CallContext, options: { signal: AbortSignal }): Promise<Analysis> {
    options.signal.throwIfAborted();
    return Promise.resolve(this.judge(transcript, context));
  }

  private judge(transcript: Transcript, context: CallContext): Analysis {
    const { segments } = transcript;
    const { sentiment, confidence, needsFollowUp } = judgeCall(readCall(segments), this.model);
    const parties = callParties(segments, context);
    const scored = scoreClauses(callClauses(segments, parties), segments, this.model);
    const sentences = writeSummary(
      chooseClauses(scored, SUMMARY_WORDS).map((item) => item.clause),
      parties,
    );
    const leanings = turnLeanings(segments, this.model.label);
    return {
      engine: this.engine,
      sentiment,
      confidence,
      summary: sentences.map((sentence) => sentence.text).join(' '),
      keyPoints: keyPoints(scored),
      reason: callReason(scored, parties),
      outcome: callOutcome(scored),
      followUp: needsFollowUp ? { needed: true, what: followUpTask(scored, parties) } : { needed: false },
      course: moodCourse(leanings, segments, sentiment),
      evidence: checkEvidence(
        [
          ...decidingTurns(leanings, sentiment, LABEL_EVIDENCE).map((turn) =>
            labelEvidence(sentiment, turn, transcript),
          ),
          ...summaryEvidence(sentences, transcript),
        ],
        transcript,
      ),
    };
  }
}

const MAX_QUOTE_CHARACTERS = 240;

function labelEvidence(sentiment: Sentiment, turn: number, transcript: Transcript): Evidence {
  return { claim: SENTIMENT_LABELS[sentiment], ...quoted(transcript, turn, transcript.segments[turn]?.text ?? '') };
}

function summaryEvidence(sentences: readonly SummarySentence[], transcript: Transcript): Evidence[] {
  const told = sentences.flatMap(({ text, clauses }) =>
    clauses.slice(0, 1).map((clause): { text: string; clause: Clause } => ({ text, clause })),
  );
  return told
    .slice(-SUMMARY_EVIDENCE)
    .map(({ text, clause }) => ({ claim: text, ...quoted(transcript, clause.turn, clause.source) }));
}

function quoted(transcript: Transcript, turn: number, words: string): Omit<Evidence, 'claim'> {
  const segment = transcript.segments[turn];
  const cut =
    words.length <= MAX_QUOTE_CHARACTERS ? words : words.slice(0, words.lastIndexOf(' ', MAX_QUOTE_CHARACTERS));
  return { segment: turn, startMs: segment?.startMs ?? 0, endMs: segment?.endMs ?? 0, quote: cut };
}
