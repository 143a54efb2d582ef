import type { Analyst } from './analyst';
import { LlmAnalyst, type LlmAnalystOptions } from './engines/llm.analyst';
import { LocalAnalyst } from './engines/local.analyst';

export interface AnalystSettings {
  /** `auto`: the language model if it is configured, otherwise the built-in analyst. */
  engine: 'auto' | 'llm' | 'local';
  llm: LlmAnalystOptions;
}

export function createAnalyst({ engine, llm }: AnalystSettings): Analyst {
  const isSetUp = llm.baseUrl !== undefined || llm.apiKey !== undefined;
  if (engine === 'local' || (engine === 'auto' && !isSetUp)) return new LocalAnalyst();
  return new LlmAnalyst(llm);
}
