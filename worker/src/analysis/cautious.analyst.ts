import { Injectable } from '@nestjs/common';

import type { Analysis } from '@ringwell/domain/analysis';
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
   * @throws AppError as `Analyst.analyze` does
   */
  async analyze(transcript: Transcript, context: CallContext, options: AnalyzeOptions): Promise<Analysis> {
    if (transcript.quality?.level === 'poor')
      return withoutClaims(await this.builtIn.analyze(transcript, context, options), transcript);
    return reviewed(await this.analyst.analyze(transcript, context, options), transcript);
  }
}
