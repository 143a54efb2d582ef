import { Agent, fetch as undiciFetch, FormData as UndiciFormData, type RequestInit as UndiciRequestInit } from 'undici';

/** The request's own limit rules: Node's fetch would give up on the answer after five minutes. */
const agent = new Agent({ headersTimeout: 0, bodyTimeout: 0 });

async function patientFetch(url: string | URL | Request, init: RequestInit = {}): Promise<Response> {
  const body = init.body instanceof FormData ? asUndiciForm(init.body) : init.body;
  const address = url instanceof Request ? url.url : url;
  return undiciFetch(address, { ...init, body, dispatcher: agent } as UndiciRequestInit);
}

/** The package does not know the form of Node's own, older copy of itself. */
function asUndiciForm(form: FormData): UndiciFormData {
  const copy = new UndiciFormData();
  for (const [name, value] of form) {
    if (typeof value === 'string') copy.append(name, value);
    else copy.append(name, value, value.name);
  }
  return copy;
}

/**
 * `fetch` for the openai client that waits as long as the request's signal lets it. The client finds out by the
 * property `Response` whether it may send forms.
 */
export const openaiFetch = Object.assign(patientFetch, { Response });
