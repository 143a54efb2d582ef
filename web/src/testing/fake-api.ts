import { waitFor } from '@testing-library/react';

export interface FakeApi {
  /** Every request so far, as `GET /api/x`. */
  requests: () => string[];
  count: (call: string) => number;
  /** The query strings of the requests so far. */
  queries: (call: string) => string[];
  bodies: (call: string) => Promise<unknown[]>;
  /** Waits until the bodies of all requests are these. */
  expectBodies: (call: string, bodies: unknown[]) => Promise<void>;
  set: (call: string, response: unknown) => void;
  /** Holds a response back. Returns a function that sends it. */
  hold: (call: string) => (response: unknown) => void;
}

// A response with any status other than 200.
export class FakeResponse {
  constructor(
    readonly status: number,
    readonly body: unknown = '',
  ) {}
}

/** The response to a request with an invalid field. */
export function rejectField(field: string, message: string): FakeResponse {
  const body = { code: 'VALIDATION_FAILED', message: `${field}: ${message}`, errors: [{ field, message }] };
  return new FakeResponse(400, body);
}

/**
 * Replaces the API with fixed responses.
 * @param responses keyed by `METHOD /path` without the query. A value is a JSON body, a FakeResponse, or a function or
 * promise of one. A request without an entry fails the test. By default, the user has just confirmed their identity.
 */
export function fakeApi(responses: Record<string, unknown>): FakeApi {
  const responseTable = new Map<string, unknown>(
    Object.entries({ 'GET /api/auth/confirm': { isConfirmed: true }, ...responses }),
  );
  const log: { call: string; request: Request }[] = [];
  jest.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const request = new Request(input, init);
    const call = `${request.method} ${new URL(request.url).pathname}`;
    log.push({ call, request: request.clone() });
    if (!responseTable.has(call)) throw new Error(`The test has no response for ${call}`);
    const entry = responseTable.get(call);
    const response: unknown = await (typeof entry === 'function'
      ? (entry as (request: Request) => unknown)(request)
      : entry);
    if (!(response instanceof FakeResponse)) return Response.json(response);
    const body = typeof response.body === 'string' ? response.body : JSON.stringify(response.body);
    return new Response(response.status === 204 ? null : body, {
      status: response.status,
      statusText: response.status === 500 ? 'Internal Server Error' : '',
    });
  });
  const requestsOf = (call: string): Request[] =>
    log.filter((entry) => entry.call === call).map(({ request }) => request);
  const bodies = (call: string): Promise<unknown[]> =>
    Promise.all(requestsOf(call).map((request) => request.clone().json() as Promise<unknown>));
  return {
    requests: () => log.map(({ call }) => call),
    count: (call) => requestsOf(call).length,
    queries: (call) => requestsOf(call).map(({ url }) => new URL(url).search),
    bodies,
    expectBodies: (call, expected) => waitFor(async () => expect(await bodies(call)).toEqual(expected)),
    set: (call, response) => {
      responseTable.set(call, response);
    },
    hold: (call) => {
      let respond: (response: unknown) => void = () => undefined;
      responseTable.set(call, new Promise((resolve) => (respond = resolve)));
      return respond;
    },
  };
}
