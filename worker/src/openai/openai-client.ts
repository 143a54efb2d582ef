import OpenAI from 'openai';
import { Agent, fetch as undiciFetch, FormData as UndiciFormData, type RequestInit as UndiciRequestInit } from 'undici';

export interface OpenaiServer {
  /** Includes the API version; defaults to OpenAI's own. */
  baseUrl?: string;
  apiKey?: string;
  /** Time limit per request, including the upload and response. */
  timeoutMs: number;
}

const OPENAI_URL = 'https://api.openai.com/v1';

// Removes the five-minute timeout in Node's fetch, so that only the request's own time limit applies.
const agent = new Agent({ allowH2: false, headersTimeout: 0, bodyTimeout: 0 });

/**
 * A client for any server with an OpenAI-compatible API. It doesn't retry requests, because calls are retried as a
 * whole.
 */
export function createOpenaiClient({ baseUrl, apiKey, timeoutMs }: OpenaiServer): OpenAI {
  return new OpenAI({
    // The client reads missing options from environment variables; these values prevent that.
    baseURL: baseUrl ?? OPENAI_URL,
    apiKey: apiKey ?? 'none',
    organization: null,
    project: null,
    defaultHeaders: apiKey ? undefined : { authorization: null },
    maxRetries: 0,
    timeout: timeoutMs,
    // The client checks the `Response` property to find out whether it can send forms.
    fetch: Object.assign(fetchWithoutTimeout, { Response }),
    logLevel: 'off',
  });
}

async function fetchWithoutTimeout(url: string | URL | Request, init: RequestInit = {}): Promise<Response> {
  const body = init.body instanceof FormData ? toUndiciFormData(init.body) : init.body;
  const address = url instanceof Request ? url.url : url;
  return undiciFetch(address, { ...init, body, dispatcher: agent } as UndiciRequestInit);
}

// The undici package doesn't recognize FormData from the older undici built into Node.
function toUndiciFormData(form: FormData): UndiciFormData {
  const copy = new UndiciFormData();
  for (const [name, value] of form) {
    if (typeof value === 'string') copy.append(name, value);
    else copy.append(name, value, value.name);
  }
  return copy;
}
