import { act, fireEvent, render, screen } from '@testing-library/react';

import { Tooltip, TooltipProvider } from './tooltip';

const OPEN_DELAY_MS = 700;
const SKIP_DELAY_MS = 300;

describe('Tooltip', () => {
  beforeEach(() => {
    jest.useFakeTimers();
    render(
      <TooltipProvider>
        <Tooltip text="About the first">
          <button>First</button>
        </Tooltip>
        <Tooltip text="About the second">
          <button>Second</button>
        </Tooltip>
      </TooltipProvider>,
    );
  });

  const enter = (name: string): boolean => fireEvent.pointerMove(screen.getByText(name), { pointerType: 'mouse' });
  const close = (): boolean => fireEvent.keyDown(document, { key: 'Escape' });
  const shown = (): string | null => screen.queryByRole('tooltip')?.textContent ?? null;

  it('opens after 700 ms', () => {
    enter('First');
    act(() => jest.advanceTimersByTime(OPEN_DELAY_MS - 1));
    expect(shown()).toBeNull();
    act(() => jest.advanceTimersByTime(1));
    expect(shown()).toBe('About the first');
  });

  it.each([
    [SKIP_DELAY_MS - 1, 'About the second'],
    [SKIP_DELAY_MS, null],
  ])('%i ms after another tooltip was closed, immediately shows %s', (pauseMs, text) => {
    enter('First');
    act(() => jest.advanceTimersByTime(OPEN_DELAY_MS));
    close();
    act(() => jest.advanceTimersByTime(pauseMs));
    enter('Second');
    expect(shown()).toBe(text);
  });
});
