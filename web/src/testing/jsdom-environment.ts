import { TestEnvironment } from 'jest-environment-jsdom';

const PAGE = 'http://localhost/'; // jsdom's own default

/** Node's Request takes whole addresses only, a browser's also paths of the page's host. */
class PageRequest extends Request {
  constructor(input: RequestInfo | URL, init?: RequestInit) {
    super(typeof input === 'string' ? new URL(input, PAGE) : input, init);
  }
}

/** jsdom with Node's own fetch and its kin, which jsdom leaves out. */
export default class BrowserEnvironment extends TestEnvironment {
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
