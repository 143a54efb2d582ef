import type { Transcript } from '@ringwell/domain/calls/transcript';

import { runInParallel } from '../../../parallel';
import type { PromptContent } from './analysis-prompt';
import { ContextExceeded, linesOf, partsOf } from './call-parts';

interface ReaderOptions<Answer> {
  /** Parts that are asked about at the same time. */
  atATime: number;
  /** What an answer about a part is for the request about the whole. */
  noteOf: (answer: Answer) => string;
  /** Adds to the answer about the whole what only those about its parts have. */
  withParts: (answer: Answer, parts: readonly Answer[]) => Answer;
}

interface PartNotes<Answer> {
  /** Characters of each part. */
  length: number;
  answers: Answer[];
}

type Ask<Answer> = (content: PromptContent, signal: AbortSignal) => Promise<Answer>;

/** Reads calls that are longer than the context of a language model in parts that fit, and then together. */
export class CallReader<Answer> {
  // What was answered about the parts of long calls, for a second request about the same one.
  private readonly known = new WeakMap<Transcript, PartNotes<Answer>>();

  constructor(private readonly options: ReaderOptions<Answer>) {}

  /** @param ask throws `ContextExceeded` when a request is too long */
  async read(transcript: Transcript, signal: AbortSignal, ask: Ask<Answer>): Promise<Answer> {
    let { length = Infinity } = this.known.get(transcript) ?? {};
    for (;;) {
      try {
        const parts = partsOf(linesOf(transcript.segments, length), length);
        const [lines = []] = parts;
        return await (parts.length === 1
          ? ask({ lines, isLast: true }, signal)
          : this.readParts(transcript, { parts, length, signal }, ask));
      } catch (error) {
        if (!(error instanceof ContextExceeded)) throw error;
        length = error.partLength();
      }
    }
  }

  // The answers about the parts are read together, again in parts if need be.
  private async readParts(
    transcript: Transcript,
    { parts, length, signal }: { parts: string[][]; length: number; signal: AbortSignal },
    ask: Ask<Answer>,
  ): Promise<Answer> {
    const { atATime, noteOf, withParts } = this.options;
    const read = (each: string[][], kind: PromptContent['kind']): Promise<Answer[]> =>
      runInParallel(each, atATime, signal, (lines, partSignal) => ask({ lines, kind }, partSignal));
    const known = this.known.get(transcript);
    const answers = known?.length === length ? known.answers : await read(parts, 'part');
    this.known.set(transcript, { length, answers });
    let notes = answers.map(noteOf);
    for (let groups = partsOf(notes, length); groups.length > 1; groups = partsOf(notes, length))
      notes = (await read(groups, 'notes')).map(noteOf);
    return withParts(await ask({ lines: notes, kind: 'notes', isLast: true }, signal), answers);
  }
}
