import { AppError } from '@ringwell/domain/errors/app-error';

import { Writer, type CallContext, type Draft } from '../../worker/src/analysis/analyst';
import { CautiousAnalyst } from '../../worker/src/analysis/cautious.analyst';
import { checkDraft, type CheckedSummary } from '../../worker/src/analysis/checks/check-draft';
import { splitSentences, countWords } from '../../worker/src/analysis/checks/sentences';
import { LocalAnalyst } from '../../worker/src/analysis/engines/local/local.analyst';
import { createWriter } from '../../worker/src/engines.module';
import { engineSettings } from './evaluate-recordings';
import { toTranscript, readLabeledCalls, type LabeledCall } from './measurement/labeled-call';
import { computeMeanFactRecall, roundToThousandths } from './measurement/scores';

/** A writer's result for a call. */
interface Note {
  call: LabeledCall;
  /** Null if no reliable summary was written. */
  result: CheckedSummary | null;
  drafts: Draft[];
  /** Faults in the first draft. */
  faults: number;
  seconds: number;
}

/** Wraps a writer and records its drafts. */
class RecordingWriter extends Writer {
  readonly engine: string | null;
  readonly drafts: Draft[] = [];

  constructor(private readonly writer: Writer) {
    super();
    this.engine = writer.engine;
  }

  override async write(...parameters: Parameters<Writer['write']>): Promise<Draft> {
    const draft = await this.writer.write(...parameters);
    this.drafts.push(draft);
    return draft;
  }
}

/**
 * Scores the configured writer's summaries of labeled calls, as the product would show them.
 * @throws Error with setup instructions
 */
export async function evaluateNotes(
  path: string,
  writer: Writer | null = createWriter(engineSettings()),
): Promise<object> {
  if (writer === null || writer.engine === null)
    throw new Error(
      'No language model is set up: run "npm run models -- install notes", or set ANALYSIS_API_KEY or ANALYSIS_BASE_URL.',
    );
  const notes: Note[] = [];
  const failed: { call: string; reason: string }[] = [];
  for (const [index, call] of readLabeledCalls(path).entries()) {
    try {
      notes.push(await writeNote(call, writer));
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      failed.push({ call: call.id ?? `line ${index + 1}`, reason: error.message });
    }
  }
  return { writer: writer.engine, ...scoreNotes(notes), failed };
}

async function writeNote(call: LabeledCall, writer: Writer): Promise<Note> {
  const recorder = new RecordingWriter(writer);
  const transcript = toTranscript(call.turns);
  const context: CallContext = { direction: call.direction, customerName: call.customerName ?? undefined };
  const { signal } = new AbortController();
  const startedAt = performance.now();
  const result = await new CautiousAnalyst(new LocalAnalyst(), recorder).write(transcript, call.label, context, {
    signal,
  });
  const seconds = (performance.now() - startedAt) / 1_000;
  const [firstDraft] = recorder.drafts;
  const faults = firstDraft
    ? checkDraft(firstDraft, transcript, { ...context, sentiment: call.label }).issues.length
    : 0;
  return { call, result, drafts: recorder.drafts, faults, seconds };
}

function scoreNotes(notes: readonly Note[]): object {
  const texts = notes.map(({ call, result }) => ({
    call,
    summary: result ? [result.summary, ...result.points, result.instruction ?? ''].join(' ') : '',
  }));
  const lengths = notes.flatMap(({ result }) => (result ? [countWords(result.summary)] : []));
  return {
    calls: notes.length,
    factRecall: computeMeanFactRecall(texts),
    withoutSummary: notes.filter(({ result }) => result === null).length,
    summaryWords: { median: percentile(lengths, 0.5), most: percentile(lengths, 1) },
    revised: notes.filter(({ drafts }) => drafts.length > 1).length,
    sentences: sum(notes.map(({ drafts }) => splitSentences(drafts.at(-1)?.summary ?? '').length)),
    droppedSentences: sum(notes.map(countDroppedSentences)),
    firstDraftFaults: sum(notes.map(({ faults }) => faults)),
    seconds: {
      median: percentile(
        notes.map(({ seconds }) => seconds),
        0.5,
      ),
      most: percentile(
        notes.map(({ seconds }) => seconds),
        1,
      ),
    },
  };
}

function countDroppedSentences({ result, drafts }: Note): number {
  return splitSentences(drafts.at(-1)?.summary ?? '').length - splitSentences(result?.summary ?? '').length;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

function percentile(values: readonly number[], fraction: number): number | null {
  const sorted = values.toSorted((a, b) => a - b);
  const value = sorted[Math.ceil(sorted.length * fraction) - 1];
  return value === undefined ? null : roundToThousandths(value);
}
