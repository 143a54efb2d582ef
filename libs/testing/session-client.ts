export interface ClientResponse<T> {
  status: number;
  headers: Headers;
  body: T;
}

export interface ProblemBody {
  statusCode: number;
  code: string;
  message: string;
  errors?: { field: string; message: string }[];
}

/** Returns an object that matches responses with this problem. */
export function problem(status: number, code: string, extraFields: object = {}): object {
  return { status, body: { code, ...extraFields } };
}

/** A signed-in user's browser: sends the session cookie and the origin, and stores new session cookies. */
export class SessionClient {
  constructor(
    private readonly url: string,
    public cookie: string,
  ) {}

  /** An empty string in `headers` removes a default header. */
  async send<T = ProblemBody>(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<ClientResponse<T>> {
    const isEncoded = body instanceof FormData || body instanceof Blob || body instanceof URLSearchParams;
    const sentHeaders = {
      cookie: this.cookie,
      origin: this.url,
      ...(body !== undefined && !isEncoded && { 'content-type': 'application/json' }),
      ...headers,
    };
    const response = await fetch(`${this.url}${path}`, {
      method,
      redirect: 'manual',
      headers: Object.fromEntries(Object.entries(sentHeaders).filter(([, value]) => value !== '')),
      ...(body !== undefined && { body: isEncoded ? body : JSON.stringify(body) }),
    });
    if (headers['cookie'] === undefined) this.storeCookie(response.headers);
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false;
    return { status: response.status, headers: response.headers, body: (isJson ? JSON.parse(text) : text) as T };
  }

  private storeCookie(headers: Headers): void {
    const [name = ''] = this.cookie.split('=');
    const newCookie = headers
      .getSetCookie()
      .find((cookie) => cookie.startsWith(`${name}=`) && !cookie.startsWith(`${name}=;`));
    if (name !== '' && newCookie !== undefined) [this.cookie = this.cookie] = newCookie.split(';');
  }

  get<T = ProblemBody>(path: string, headers?: Record<string, string>): Promise<ClientResponse<T>> {
    return this.send<T>('GET', path, undefined, headers);
  }

  post<T = ProblemBody>(path: string, body?: unknown, headers?: Record<string, string>): Promise<ClientResponse<T>> {
    return this.send<T>('POST', path, body, headers);
  }

  put<T = ProblemBody>(path: string, body?: unknown, headers?: Record<string, string>): Promise<ClientResponse<T>> {
    return this.send<T>('PUT', path, body, headers);
  }

  patch<T = ProblemBody>(path: string, body?: unknown, headers?: Record<string, string>): Promise<ClientResponse<T>> {
    return this.send<T>('PATCH', path, body, headers);
  }

  delete<T = ProblemBody>(path: string, headers?: Record<string, string>): Promise<ClientResponse<T>> {
    return this.send<T>('DELETE', path, undefined, headers);
  }
}
