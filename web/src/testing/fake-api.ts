interface FakeApi {
  /** Every request so far, as `GET /api/x`. */
  requests: () => string[];
  /** The JSON bodies sent to one call. */
  bodies: (call: string) => Promise<unknown[]>;
  set: (call: string, answer: unknown) => void;
}

/** An answer with another status than 200. */
export class FakeAnswer {
  constructor(
    readonly status: number,
    readonly body: unknown = '',
  ) {}
}

/**
 * Answers the app's requests in place of the API.
 * @param answers by `METHOD /path` without the query: a JSON value, a FakeAnswer, or a function or promise of one. A request that has none fails the test.
 */
export function fakeApi(answers: Record<string, unknown>): FakeApi {
  const table = new Map(Object.entries(answers));
  const seen: { call: string; request: Request }[] = [];
  jest.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const request = new Request(input, init);
    const call = `${request.method} ${new URL(request.url).pathname}`;
    seen.push({ call, request: request.clone() });
    if (!table.has(call)) throw new Error(`The test has no answer for ${call}.`);
    const entry = table.get(call);
    const answer: unknown = await (typeof entry === 'function'
      ? (entry as (request: Request) => unknown)(request)
      : entry);
    if (!(answer instanceof FakeAnswer)) return Response.json(answer);
    const body = typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body);
    return new Response(answer.status === 204 ? null : body, {
      status: answer.status,
      statusText: answer.status === 500 ? 'Internal Server Error' : '',
    });
  });
  return {
    requests: () => seen.map(({ call }) => call),
    bodies: (call) =>
      Promise.all(
        seen.filter((each) => each.call === call).map(({ request }) => request.clone().json() as Promise<unknown>),
      ),
    set: (call, answer) => {
      table.set(call, answer);
    },
  };
}
