import { TestEnvironment } from 'jest-environment-jsdom';

const PAGE = 'http://localhost/'; // the default of jsdom

// Accepts relative URLs like a browser; Node's Request does not.
class PageRequest extends Request {
  constructor(input: RequestInfo | URL, init?: RequestInit) {
    super(typeof input === 'string' ? new URL(input, PAGE) : input, init);
  }
}

const HIDDEN = 'head, script, style, template, title, [hidden], input[type="hidden"], dialog:not([open])';
const INHERITED: Record<string, string> = { visibility: 'visible', pointerEvents: 'auto' };

// Testing Library requests styles with every query by role. The tests load no style sheets, and jsdom would match its
// own one with every element again.
function inlineStyle(element: HTMLElement): CSSStyleDeclaration {
  const read = (name: string): unknown => {
    const own = Reflect.get(element.style, name) as unknown;
    if (name === 'getPropertyValue') return (property: string) => read(camelCase(property));
    if (own !== '') return own;
    if (name === 'display') return element.matches(HIDDEN) ? 'none' : 'block';
    const initial = INHERITED[name];
    if (initial === undefined) return own;
    return element.parentElement ? Reflect.get(inlineStyle(element.parentElement), name) : initial;
  };
  return new Proxy(element.style, { get: (_style, name) => read(String(name)) });
}

function camelCase(property: string): string {
  return property.replace(/-(.)/g, (_match, letter: string) => letter.toUpperCase());
}

// jsdom with Node's fetch API, which jsdom lacks.
export default class JsdomEnvironment extends TestEnvironment {
  override async setup(): Promise<void> {
    await super.setup();
    this.global.getComputedStyle = (element: Element) => inlineStyle(element as HTMLElement);
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
