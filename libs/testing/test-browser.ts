import { parseSetCookie } from 'cookie';

export interface BrowserResponse {
  status: number;
  /** The last URL after redirects. */
  url: URL;
  headers: Headers;
  body: string;
  location: URL | null;
}

interface Request {
  method?: 'GET' | 'POST';
  headers?: Record<string, string>;
  /** Sent as a form, with its URL's origin. */
  form?: Record<string, string>;
}

const MAX_REDIRECTS = 20;

/** A browser without scripts: keeps cookies by origin, follows redirects, sends forms. */
export class TestBrowser {
  // By origin, then by name.
  private readonly jars = new Map<string, Map<string, string>>();

  /**
   * @param servers the server behind each made-up origin: `https://calls.example.com` → `http://127.0.0.1:1234`
   */
  constructor(private readonly servers: Record<string, string> = {}) {}

  /** Sends one request without following a redirect. */
  async open(address: string | URL, { method = 'GET', headers = {}, form }: Request = {}): Promise<BrowserResponse> {
    const url = new URL(address);
    const cookie = [...this.cookies(url.origin)].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch((this.servers[url.origin] ?? url.origin) + url.pathname + url.search, {
      method: form ? 'POST' : method,
      redirect: 'manual',
      headers: { accept: 'text/html', ...(cookie && { cookie }), ...(form && { origin: url.origin }), ...headers },
      ...(form && { body: new URLSearchParams(form) }),
    });
    for (const line of response.headers.getSetCookie()) this.storeCookie(url.origin, line);
    const location = response.headers.get('location');
    return {
      status: response.status,
      url,
      headers: response.headers,
      body: await response.text(),
      location: location === null ? null : new URL(location, url),
    };
  }

  /** Follows redirects until the response is a page, or `isDestination` returns true for the next URL. */
  async follow(address: string | URL, isDestination: (next: URL) => boolean = () => false): Promise<BrowserResponse> {
    let response = await this.open(address);
    for (let redirects = 0; response.location && !isDestination(response.location); redirects += 1) {
      if (redirects === MAX_REDIRECTS) throw new Error(`Redirect loop, last to ${response.location.href}`);
      response = await this.open(response.location);
    }
    return response;
  }

  cookies(origin: string): Map<string, string> {
    const jar = this.jars.get(origin) ?? new Map<string, string>();
    this.jars.set(origin, jar);
    return jar;
  }

  private storeCookie(origin: string, line: string): void {
    const { name, value = '', maxAge, expires } = parseSetCookie(line);
    const isDeleted = value === '' || maxAge === 0 || (expires !== undefined && expires.getTime() <= Date.now());
    if (isDeleted) this.cookies(origin).delete(name);
    else this.cookies(origin).set(name, value);
  }
}
