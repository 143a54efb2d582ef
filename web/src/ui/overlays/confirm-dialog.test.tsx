import { act, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState, type ReactNode } from 'react';

import { ConfirmDialog } from './confirm-dialog';

function Deletion({ onConfirm }: { onConfirm: () => Promise<unknown> }): ReactNode {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button onClick={() => setOpen(true)}>Open</button>
      <ConfirmDialog
        open={open}
        onClose={() => setOpen(false)}
        title="Delete user"
        question="Are you sure?"
        confirmLabel="Delete"
        pendingLabel="Deleting..."
        tone="danger"
        onConfirm={onConfirm}
      />
    </>
  );
}

async function renderDialog(onConfirm: () => Promise<unknown>): Promise<void> {
  render(<Deletion onConfirm={onConfirm} />);
  await userEvent.click(screen.getByRole('button', { name: 'Open' }));
}

describe('ConfirmDialog', () => {
  it('shows the question, focuses Cancel, and returns focus when it closes', async () => {
    const onConfirm = jest.fn(() => Promise.resolve());
    await renderDialog(onConfirm);
    expect(screen.getByRole('alertdialog', { name: 'Delete user' })).toHaveAccessibleDescription('Are you sure?');
    expect(screen.getByRole('button', { name: 'Cancel' })).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    expect(onConfirm).not.toHaveBeenCalled();
    expect(screen.getByRole('button', { name: 'Open' })).toHaveFocus();
  });

  it('keeps focus where the user moved it while the dialog was closing', async () => {
    await renderDialog(() => Promise.resolve());
    const outsideButton = document.body.appendChild(document.createElement('button'));
    const dialog = screen.getByRole('alertdialog');
    fireEvent.keyDown(dialog, { key: 'Escape' });
    expect(dialog).not.toBeInTheDocument();
    outsideButton.focus();
    // Radix returns focus in a separate task.
    await act(() => new Promise((resolve) => setTimeout(resolve)));
    expect(outsideButton).toHaveFocus();
    outsideButton.remove();
  });

  it('ignores clicks and Escape while pending, then closes', async () => {
    const { promise, resolve } = createDeferred();
    const onConfirm = jest.fn(() => promise);
    await renderDialog(onConfirm);
    await userEvent.dblClick(screen.getByRole('button', { name: 'Delete' }));
    expect(onConfirm).toHaveBeenCalledTimes(1);
    expect(screen.getByRole('button', { name: 'Deleting...' })).toHaveAttribute('aria-disabled', 'true');
    await userEvent.keyboard('{Escape}');
    expect(screen.getByRole('alertdialog')).toBeVisible();
    await act(async () => {
      resolve();
      await promise;
    });
    expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
  });

  it('stays open after a failure, allows a retry, and shows no error when reopened', async () => {
    const onConfirm = jest.fn(() => Promise.reject(new Error('no')));
    await renderDialog(onConfirm);
    await userEvent.click(screen.getByRole('button', { name: 'Delete' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('Something went wrong.');
    await userEvent.click(screen.getByRole('button', { name: 'Delete' }));
    expect(onConfirm).toHaveBeenCalledTimes(2);
    await userEvent.click(await screen.findByRole('button', { name: 'Cancel' }));
    await userEvent.click(screen.getByRole('button', { name: 'Open' }));
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });
});

function createDeferred(): { promise: Promise<void>; resolve: () => void } {
  let resolve = (): void => undefined;
  const promise = new Promise<void>((resolvePromise) => {
    resolve = resolvePromise;
  });
  return { promise, resolve };
}
