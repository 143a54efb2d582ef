import { Injectable } from '@nestjs/common';

import type { Analysis } from '@ringwell/domain/analysis';
import { standardLimit } from '@ringwell/domain/review-limit';
import type { Transcript } from '@ringwell/domain/transcript';

import { Analyst, type AnalyzeOptions, type CallContext } from './analyst';
import { LocalAnalyst } from './engines/local.analyst';
import { reviewed, withoutClaims } from './review';

/** Decides for any engine whether its label is only a guess, and lets none of them make up what unreliable words say. */
@Injectable()
export class CautiousAnalyst {
  private readonly builtIn = new LocalAnalyst();

  constructor(private readonly analyst: Analyst) {}

  /**
   * Words of poor quality are only given to the built-in analyst, for a guess that costs nothing.
   * @param limitOf the confidence below which labels of an engine are guesses
   * @throws AppError as `Analyst.analyze` does
   */
  async analyze(
    transcript: Transcript,
    context: CallContext,
    options: AnalyzeOptions,
    limitOf: (engine: string) => number = standardLimit,
  ): Promise<Analysis> {
    if (transcript.quality?.level === 'poor')
      return withoutClaims(await this.builtIn.analyze(transcript, context, options), transcript);
    const analysis = await this.analyst.analyze(transcript, context, options);
    return reviewed(analysis, transcript, limitOf(analysis.engine));
  }
}
