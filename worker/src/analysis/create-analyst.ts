import type { Analyst } from './analyst';
import { LlmAnalyst } from './engines/llm.analyst';
import { LocalAnalyst } from './engines/local.analyst';

export interface AnalystSettings {
  /** `auto` takes the language model when it is set up, else the built-in analyst. */
  engine: 'auto' | 'llm' | 'local';
  llm: { baseUrl?: string; apiKey?: string; model: string; timeoutMs: number };
}

const OPENAI_BASE_URL = 'https://api.openai.com/v1';

/** The analyst that the settings name. */
export function createAnalyst({ engine, llm }: AnalystSettings): Analyst {
  const isSetUp = llm.baseUrl !== undefined || llm.apiKey !== undefined;
  if (engine === 'local' || (engine === 'auto' && !isSetUp)) return new LocalAnalyst();
  return new LlmAnalyst({ ...llm, baseUrl: llm.baseUrl ?? OPENAI_BASE_URL });
}
