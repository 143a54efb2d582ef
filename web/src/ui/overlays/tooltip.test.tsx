import { act, fireEvent, render, screen } from '@testing-library/react';

import { Tooltip } from './tooltip';

const OPEN_DELAY_MS = 700;
const SKIP_DELAY_MS = 300;

describe('Tooltip', () => {
  beforeEach(async () => {
    await import('./tooltip-content'); // so that the test depends only on the delays
    jest.useFakeTimers();
    render(
      <>
        <Tooltip text="About the first">
          <button>First</button>
        </Tooltip>
        <Tooltip text="About the second">
          <button>Second</button>
        </Tooltip>
      </>,
    );
  });

  const advanceTime = (ms: number): Promise<void> => act(() => jest.advanceTimersByTimeAsync(ms));
  const hoverButton = async (name: string): Promise<void> => {
    fireEvent.pointerMove(screen.getByText(name), { pointerType: 'mouse' });
    await advanceTime(0);
  };
  const getTooltipText = (): string | null => screen.queryByRole('tooltip')?.textContent ?? null;

  it('opens after 700 ms', async () => {
    await hoverButton('First');
    await advanceTime(OPEN_DELAY_MS - 1);
    expect(getTooltipText()).toBeNull();
    await advanceTime(1);
    expect(getTooltipText()).toBe('About the first');
    expect(screen.getByText('First')).toHaveAccessibleDescription('About the first');
  });

  it.each([
    [SKIP_DELAY_MS - 1, 'About the second'],
    [SKIP_DELAY_MS, null],
  ])('%i ms after another tooltip closes, hovering immediately shows: %s', async (pauseMs, text) => {
    await hoverButton('First');
    await advanceTime(OPEN_DELAY_MS);
    fireEvent.keyDown(document, { key: 'Escape' });
    expect(getTooltipText()).toBeNull();
    await advanceTime(pauseMs);
    await hoverButton('Second');
    expect(getTooltipText()).toBe(text);
  });

  it('does not open when the pointer leaves before the delay ends', async () => {
    await hoverButton('First');
    await advanceTime(OPEN_DELAY_MS - 1);
    fireEvent.pointerLeave(screen.getByText('First'));
    await advanceTime(OPEN_DELAY_MS);
    expect(getTooltipText()).toBeNull();
  });

  it('opens on focus without taking it, and closes on blur', async () => {
    const firstButton = screen.getByText('First');
    act(() => firstButton.focus());
    await advanceTime(0);
    expect(getTooltipText()).toBe('About the first');
    expect(firstButton).toHaveFocus();
    act(() => firstButton.blur());
    expect(getTooltipText()).toBeNull();
  });

  it("replaces another element's tooltip", async () => {
    await hoverButton('First');
    await advanceTime(OPEN_DELAY_MS);
    await hoverButton('Second');
    expect(screen.getAllByRole('tooltip').map(({ textContent }) => textContent)).toEqual(['About the second']);
  });

  it('does not open on a press', async () => {
    const firstButton = screen.getByText('First');
    await hoverButton('First');
    fireEvent.pointerDown(firstButton);
    act(() => firstButton.focus());
    await advanceTime(OPEN_DELAY_MS);
    expect(getTooltipText()).toBeNull();
    fireEvent.pointerUp(document);
  });

  it('does not open on touch', async () => {
    fireEvent.pointerMove(screen.getByText('First'), { pointerType: 'touch' });
    await advanceTime(OPEN_DELAY_MS);
    expect(getTooltipText()).toBeNull();
  });
});
