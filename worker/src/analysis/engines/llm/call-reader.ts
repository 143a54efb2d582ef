import type { Transcript } from '@ringwell/domain/calls/transcript';

import { runInParallel } from '../../../parallel';
import type { PromptContent } from './analysis-prompt';
import { ContextExceededError, groupNotes, toLines, splitIntoParts } from './call-parts';

interface ReaderOptions<Result> {
  /** Maximum number of parts requested concurrently. */
  maxConcurrent: number;
  /** Condenses the response about a part for the request about the whole call. */
  toNote: (result: Result) => string;
  /** Completes the response about the whole call with details from the responses about its parts. */
  withParts: (result: Result, parts: readonly Result[]) => Result;
}

interface PartNotes<Result> {
  /** Maximum characters per part. */
  length: number;
  results: Result[];
}

type SendRequest<Result> = (content: PromptContent, signal: AbortSignal) => Promise<Result>;

/** Sends a call that exceeds the model's context in parts, then combines the responses in a final request. */
export class CallReader<Result> {
  // Responses about parts of long calls, cached for a second request about the same call.
  private readonly cachedNotes = new WeakMap<Transcript, PartNotes<Result>>();

  constructor(private readonly options: ReaderOptions<Result>) {}

  /** @param sendRequest throws `ContextExceededError` when a request is too long */
  async read(transcript: Transcript, signal: AbortSignal, sendRequest: SendRequest<Result>): Promise<Result> {
    let { length = Infinity } = this.cachedNotes.get(transcript) ?? {};
    for (;;) {
      try {
        const parts = splitIntoParts(toLines(transcript.segments, length), length);
        const [lines = []] = parts;
        return await (parts.length === 1
          ? sendRequest({ lines, isLast: true }, signal)
          : this.readParts(transcript, { parts, length, signal }, sendRequest));
      } catch (error) {
        if (!(error instanceof ContextExceededError)) throw error;
        length = error.maxPartLength();
      }
    }
  }

  // If the notes on the parts exceed the context, too, they're first summarized in groups.
  private async readParts(
    transcript: Transcript,
    { parts, length, signal }: { parts: string[][]; length: number; signal: AbortSignal },
    sendRequest: SendRequest<Result>,
  ): Promise<Result> {
    const { maxConcurrent, toNote, withParts } = this.options;
    const requestGroups = (groups: string[][], kind: PromptContent['kind']): Promise<Result[]> =>
      runInParallel(groups, maxConcurrent, signal, (lines, partSignal) => sendRequest({ lines, kind }, partSignal));
    const cached = this.cachedNotes.get(transcript);
    const results = cached?.length === length ? cached.results : await requestGroups(parts, 'part');
    this.cachedNotes.set(transcript, { length, results });
    let notes = results.map(toNote);
    for (let groups = groupNotes(notes, length); groups.length > 1; groups = groupNotes(notes, length))
      notes = (await requestGroups(groups, 'notes')).map(toNote);
    return withParts(await sendRequest({ lines: notes, kind: 'notes', isLast: true }, signal), results);
  }
}
