import { setTimeout as sleep } from 'node:timers/promises';

import { TestEnvironment } from 'jest-environment-jsdom';

const PAGE_URL = 'http://localhost/'; // jsdom's default

// Accepts relative URLs like a browser; Node's Request does not.
class PageRequest extends Request {
  constructor(input: RequestInfo | URL, init?: RequestInit) {
    super(typeof input === 'string' ? new URL(input, PAGE_URL) : input, init);
  }
}

const HIDDEN_SELECTOR = 'head, script, style, template, title, [hidden], input[type="hidden"], dialog:not([open])';
const INHERITED_STYLES: Record<string, string> = { visibility: 'visible', pointerEvents: 'auto' };

// Testing Library reads styles in every query by role. Tests don't load style sheets, and jsdom would match its default
// style sheet against every element each time.
function inlineStyle(element: HTMLElement): CSSStyleDeclaration {
  const readStyle = (name: string): unknown => {
    const inlineValue = Reflect.get(element.style, name) as unknown;
    if (name === 'getPropertyValue') return (property: string) => readStyle(camelCase(property));
    if (inlineValue !== '') return inlineValue;
    if (name === 'display') return element.matches(HIDDEN_SELECTOR) ? 'none' : 'block';
    const initialValue = INHERITED_STYLES[name];
    if (initialValue === undefined) return inlineValue;
    return element.parentElement ? Reflect.get(inlineStyle(element.parentElement), name) : initialValue;
  };
  return new Proxy(element.style, { get: (_style, name) => readStyle(String(name)) });
}

function camelCase(property: string): string {
  return property.replace(/-(.)/g, (_match, character: string) => character.toUpperCase());
}

type Options = ConstructorParameters<typeof TestEnvironment>;
type Properties = Map<PropertyKey, PropertyDescriptor | undefined>;

// jsdom plus Node's fetch API, which jsdom lacks. All test files in a process share this window, because packages keep
// a reference to it, so it's reset after each file.
class WindowEnvironment extends TestEnvironment {
  private readonly listeners: (() => void)[] = [];
  private originalProperties: [object, Properties][] = [];
  private nextTimerId = 0;

  constructor(config: Options[0], context: Options[1]) {
    // Reads the console on each call, because each file has its own.
    super(config, { ...context, console: { error: (error: unknown) => this.global.console.error(error) } as Console });
  }

  override async setup(): Promise<void> {
    if (this.originalProperties.length > 0) return;
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
    const { document, navigator } = this.global;
    for (const target of [this.global, document, document.documentElement, document.body]) this.trackListeners(target);
    this.originalProperties = [
      this.global,
      document,
      document.documentElement,
      document.body,
      navigator,
      this.global.process,
    ].map((owner) => [
      owner,
      new Map(Reflect.ownKeys(owner).map((key) => [key, Reflect.getOwnPropertyDescriptor(owner, key)])),
    ]);
  }

  override async teardown(): Promise<void> {
    const { document, history, localStorage, sessionStorage } = this.global;
    this.fakeTimers?.useRealTimers();
    this.fakeTimersModern?.useRealTimers();
    for (let turn = 0; turn < 3; turn += 1) await sleep(0); // React would wait forever for tasks that clearTimers drops
    this.clearTimers();
    for (const remove of this.listeners.splice(0)) remove();
    for (const element of [document.documentElement, document.body])
      for (const name of element.getAttributeNames()) element.removeAttribute(name);
    for (const element of [document.head, document.body]) element.replaceChildren();
    for (const [owner, properties] of this.originalProperties) restore(owner, properties);
    this.dom?.cookieJar.removeAllCookiesSync();
    localStorage.clear();
    sessionStorage.clear();
    history.replaceState(null, '', '/');
  }

  private trackListeners(target: EventTarget): void {
    const addListener = target.addEventListener.bind(target);
    target.addEventListener = (...args: Parameters<typeof addListener>) => {
      this.listeners.push(() => target.removeEventListener(...args));
      addListener(...args);
    };
  }

  private clearTimers(): void {
    const lastTimerId = this.global.setTimeout(() => undefined);
    for (; this.nextTimerId <= lastTimerId; this.nextTimerId += 1) this.global.clearTimeout(this.nextTimerId);
  }
}

function restore(owner: object, original: Properties): void {
  for (const key of Reflect.ownKeys(owner)) {
    const originalProperty = original.get(key);
    if (!originalProperty) Reflect.deleteProperty(owner, key);
    else if (originalProperty.value !== Reflect.getOwnPropertyDescriptor(owner, key)?.value)
      Reflect.defineProperty(owner, key, originalProperty);
  }
}

let sharedEnvironment: WindowEnvironment | undefined;

export default class SharedWindowEnvironment {
  constructor(config: Options[0], context: Options[1]) {
    sharedEnvironment ??= new WindowEnvironment(config, context);
    return sharedEnvironment;
  }
}
