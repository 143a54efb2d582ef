import { act, fireEvent, render, screen } from '@testing-library/react';

import { toast, toastStore } from '../../lib/messages/toast-store';
import { Dialog } from '../overlays/dialog';
import { Toaster } from './toaster';

const DURATION_MS = 5_000;
const REMOVAL_MS = 1_000_000;

function swipeToast(px: number): void {
  const toast = screen.getByText('Saved').closest('li');
  if (!toast) throw new Error('No toast is shown');
  fireEvent.pointerDown(toast, { button: 0, clientX: 0, clientY: 0, pointerType: 'touch' });
  for (const clientX of [px / 2, px]) fireEvent.pointerMove(toast, { clientX, clientY: 0, pointerType: 'touch' });
  fireEvent.pointerUp(toast, { clientX: px, clientY: 0, pointerType: 'touch' });
}

describe('Toaster', () => {
  beforeEach(() => {
    jest.useFakeTimers();
    render(<Toaster />);
    act(() => toast({ title: 'Saved', description: 'All changes are saved.' }));
  });

  it('hides a toast after 5,000 ms and removes it 1,000,000 ms later', () => {
    act(() => jest.advanceTimersByTime(DURATION_MS - 1));
    expect(screen.getByText('All changes are saved.')).toBeVisible();
    act(() => jest.advanceTimersByTime(1));
    expect(screen.queryByText('All changes are saved.')).not.toBeInTheDocument();
    expect(toastStore.get()).toMatchObject({ title: 'Saved', open: false });
    act(() => jest.advanceTimersByTime(REMOVAL_MS - 1));
    expect(toastStore.get()).not.toBeNull();
    act(() => jest.advanceTimersByTime(1));
    expect(toastStore.get()).toBeNull();
  });

  it('replaces a toast with the next one, which is shown for its full duration', () => {
    act(() => jest.advanceTimersByTime(DURATION_MS - 1_000));
    act(() => toast({ title: 'Deleted' }));
    expect(screen.queryByText('All changes are saved.')).not.toBeInTheDocument();
    act(() => jest.advanceTimersByTime(DURATION_MS - 1));
    expect(screen.getByText('Deleted')).toBeVisible();
    act(() => jest.advanceTimersByTime(1));
    expect(screen.queryByText('Deleted')).not.toBeInTheDocument();
  });

  it('takes focus on F8, and Escape then closes only the toast', () => {
    fireEvent.keyDown(document, { key: 'F8', code: 'F8' });
    const focused = document.activeElement as HTMLElement;
    expect(screen.getByRole('region', { name: 'Notifications (F8)' })).toContainElement(focused);
    const onKey = jest.fn();
    document.addEventListener('keydown', onKey, { once: true }); // such as the shortcut that leaves a call's page
    fireEvent.keyDown(screen.getByRole('button', { name: 'Dismiss' }), { key: 'Escape' });
    expect(screen.queryByText('Saved')).not.toBeInTheDocument();
    expect(onKey).not.toHaveBeenCalled();
  });

  it('runs its action only once', () => {
    const run = jest.fn();
    act(() => toast({ title: 'Deleted', action: { label: 'Undo', run } }));
    // Radix keeps closed toasts until their animation ends.
    const undo = screen.getByRole('button', { name: 'Undo' });
    (undo.closest('li') as HTMLElement).style.animationName = 'leave';
    fireEvent.click(undo);
    fireEvent.click(undo);
    expect(run).toHaveBeenCalledTimes(1);
  });

  it.each([
    [49, true],
    [51, false],
  ])('keeps a toast open after a swipe of %i px: %s', (px, isOpen) => {
    swipeToast(px);
    act(() => jest.advanceTimersByTime(1));
    expect(toastStore.get()?.open).toBe(isOpen);
  });
});

it('stays visible to screen readers while a dialog is open', () => {
  render(
    <>
      <Toaster />
      <Dialog onClose={() => undefined} title="A dialog">
        Content
      </Dialog>
    </>,
  );
  act(() => toast({ title: 'Saved' }));
  expect(screen.getByRole('region', { name: 'Notifications (F8)' }).closest('[aria-hidden=true]')).toBeNull();
});
