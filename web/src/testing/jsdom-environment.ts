import { TestEnvironment } from 'jest-environment-jsdom';

const PAGE = 'http://localhost/'; // the default of jsdom

// Accepts relative URLs like a browser; Node's Request does not.
class PageRequest extends Request {
  constructor(input: RequestInfo | URL, init?: RequestInit) {
    super(typeof input === 'string' ? new URL(input, PAGE) : input, init);
  }
}

// jsdom with Node's fetch API, which jsdom lacks.
export default class JsdomEnvironment extends TestEnvironment {
  override async setup(): Promise<void> {
    await super.setup();
    Object.assign(this.global, {
      fetch,
      Request: PageRequest,
      Response,
      Headers,
      FormData,
      File,
      TextEncoder,
      TextDecoder,
      AbortController,
      AbortSignal,
    });
  }
}
