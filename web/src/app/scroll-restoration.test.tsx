import { restoreScrollPosition, scrollToTop, trackScrollPositions } from './scroll-restoration';

let frameCallbacks: (() => void)[] = [];

beforeEach(() => {
  frameCallbacks = [];
  performance.getEntriesByType = () => []; // jsdom has none
  jest.spyOn(window, 'ResizeObserver').mockImplementation((callback) => new FrameObserver(callback));
  jest.spyOn(window, 'scrollTo').mockImplementation(((options: ScrollToOptions) => {
    Object.assign(window, { scrollY: options.top });
    window.dispatchEvent(new Event('scroll'));
  }) as typeof window.scrollTo);
});

it('restores the position in a list even if the user went forward and back before the next page was drawn', () => {
  trackScrollPositions();
  visitPage('/list');
  window.scrollTo({ top: 900 });
  visitPage('/call');
  goBackOrForwardTo('/list');
  restoreScrollPosition();
  runFrame();
  expect(window.scrollY).toBe(900);

  goBackOrForwardTo('/call');
  restoreScrollPosition();
  goBackOrForwardTo('/list'); // before a frame was drawn
  runFrame();
  restoreScrollPosition();
  runFrame();
  expect(window.scrollY).toBe(900);
});

class FrameObserver implements ResizeObserver {
  private isConnected = true;

  constructor(private readonly callback: ResizeObserverCallback) {}

  observe(): void {
    frameCallbacks.push(() => {
      if (this.isConnected) this.callback([], this);
    });
  }

  unobserve(): void {
    this.isConnected = false;
  }

  disconnect(): void {
    this.isConnected = false;
  }
}

function visitPage(path: string): void {
  window.history.pushState({ key: path }, '', path);
  scrollToTop();
}

// Simulates what the browser does when the user goes back or forward.
function goBackOrForwardTo(path: string): void {
  window.history.replaceState({ key: path }, '', path);
  window.dispatchEvent(new PopStateEvent('popstate'));
}

function runFrame(): void {
  for (const callback of frameCallbacks.splice(0)) callback();
}
