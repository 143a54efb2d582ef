import type { OnApplicationShutdown } from '@nestjs/common';

import type { Transcript } from '@ringwell/domain/calls/transcript';
import { AppError, providerFailed } from '@ringwell/domain/errors/app-error';
import { getOperatorInstruction, OperatorInstruction } from '@ringwell/domain/errors/operator-instruction';

import type { DecodedAudio } from '../../audio/decoded-audio';
import { UNAVAILABLE } from '../../provider-error';
import { Transcriber, type TranscribeOptions } from '../transcriber';

export interface LocalCandidate {
  /** Stored with the transcript, such as `sherpa:parakeet`. */
  engine: string;
  /** The installed model's short name; undefined for the basic recognizer. */
  model?: string;
  transcriber: Transcriber;
}

const UNUSABLE_MODEL_CODES = ['SHERPA_MODEL_UNUSABLE', 'SHERPA_MODEL_MISSING'];

/**
 * Recognizers on this machine, best first. If a model can't be loaded, the call continues with the next one.
 * @throws AppError SHERPA_MODEL_UNUSABLE, not retryable, if no recognizer is left
 */
export class BestLocalTranscriber extends Transcriber implements OnApplicationShutdown {
  private readonly problems: string[];
  private readonly usableCandidates: LocalCandidate[];
  // Advice about the latest failure that an operator can fix, until a call is transcribed.
  private instruction: string | null = null;

  /**
   * @param candidates at least one
   * @param damagedModels names of models known to be incomplete
   * @param onProblem receives problems as sentences for administrators
   */
  constructor(
    private readonly candidates: readonly LocalCandidate[],
    damagedModels: readonly string[],
    private readonly onProblem: (problem: string) => void,
  ) {
    super();
    this.usableCandidates = [...candidates];
    this.problems = damagedModels.map(describeDamage);
    for (const problem of this.problems) onProblem(problem);
  }

  get engine(): string {
    return this.best.engine;
  }

  override get isInstalled(): boolean {
    return this.best.transcriber.isInstalled;
  }

  override get problem(): string | null {
    const current = this.instruction ?? this.best.transcriber.problem;
    return [...this.problems, current].filter(Boolean).join(' ') || null;
  }

  async transcribe(audio: DecodedAudio, options: TranscribeOptions): Promise<Transcript> {
    for (;;) {
      const { best } = this;
      try {
        const transcript = await best.transcriber.transcribe(audio, options);
        this.instruction = null;
        return { ...transcript, engine: best.engine };
      } catch (error) {
        if (!isUnusable(error) || best.model === undefined) {
          this.instruction = getOperatorInstruction(error) ?? this.instruction;
          throw error;
        }
        this.skipModel(best, best.model, error);
      }
    }
  }

  /** Stops the recognizers' resident processes. */
  async onApplicationShutdown(): Promise<void> {
    for (const { transcriber } of this.candidates)
      if (hasShutdownHook(transcriber)) await transcriber.onApplicationShutdown();
  }

  private get best(): LocalCandidate {
    const [best] = this.usableCandidates;
    if (!best) throw new Error('No local recognizer.');
    return best;
  }

  private skipModel(candidate: LocalCandidate, model: string, cause: AppError): void {
    if (this.best !== candidate) return; // another call has already skipped it
    const problem = describeDamage(model);
    if (!this.problems.includes(problem)) {
      this.problems.push(problem);
      this.onProblem(problem);
    }
    if (this.usableCandidates.length === 1)
      throw providerFailed('SHERPA_MODEL_UNUSABLE', UNAVAILABLE.TRANSCRIPTION, {
        cause: new OperatorInstruction(problem, cause),
      });
    this.usableCandidates.shift();
  }
}

function describeDamage(model: string): string {
  return (
    `The local model "${model}" is damaged, so it isn't being used. To reinstall it, run ` +
    `"npm run models -- remove ${model}" and then "npm run models -- install ${model}".`
  );
}

function isUnusable(error: unknown): error is AppError {
  return error instanceof AppError && UNUSABLE_MODEL_CODES.includes(error.code);
}

function hasShutdownHook(transcriber: Transcriber): transcriber is Transcriber & OnApplicationShutdown {
  return 'onApplicationShutdown' in transcriber;
}
