import OpenAI from 'openai';

import { openaiFetch } from './openai-fetch';

export interface OpenaiServer {
  /** Address of the API, version included; OpenAI's own when not given. */
  baseUrl?: string;
  /** Not needed by most servers of one's own. */
  apiKey?: string;
  /** Bound of each request, upload and answer. */
  timeoutMs: number;
}

const OPENAI_URL = 'https://api.openai.com/v1';

/** A client for any server that speaks OpenAI's API. It never tries again by itself: the call's own schedule does. */
export function openaiClient({ baseUrl, apiKey, timeoutMs }: OpenaiServer): OpenAI {
  return new OpenAI({
    // The client would take what is missing from the environment, which belongs to nobody but the settings.
    baseURL: baseUrl ?? OPENAI_URL,
    apiKey: apiKey ?? 'none',
    organization: null,
    project: null,
    defaultHeaders: apiKey ? undefined : { authorization: null },
    maxRetries: 0,
    timeout: timeoutMs,
    fetch: openaiFetch,
    logLevel: 'off',
  });
}
