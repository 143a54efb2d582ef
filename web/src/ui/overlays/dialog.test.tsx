import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState, type ReactNode } from 'react';

import { Dialog } from './dialog';

function TwoDialogs(): ReactNode {
  const [step, setStep] = useState(0);
  const close = (): void => setStep(0);
  return (
    <>
      <button onClick={() => setStep(1)}>Open</button>
      {step === 1 && (
        <Dialog onClose={close} title="First">
          <button autoFocus onClick={() => setStep(2)}>
            Next
          </button>
        </Dialog>
      )}
      {step === 2 && (
        <Dialog onClose={close} title="Second">
          Words
        </Dialog>
      )}
    </>
  );
}

it('returns focus to its opener, even if an element in it takes focus or another dialog follows', async () => {
  render(<TwoDialogs />);
  const opener = screen.getByRole('button', { name: 'Open' });
  await userEvent.click(opener);
  expect(screen.getByRole('button', { name: 'Next' })).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(opener).toHaveFocus());
  await userEvent.keyboard('{Enter}{Enter}');
  expect(screen.getByRole('dialog', { name: 'Second' })).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(opener).toHaveFocus());
});

it('leaves focus alone if nothing had it when the dialog opened', async () => {
  const renderDialog = (open: boolean): ReactNode => (
    <Dialog open={open} onClose={() => undefined} title="Question">
      Words
    </Dialog>
  );
  render(<button autoFocus>Other</button>);
  const { rerender } = render(renderDialog(false));
  screen.getByRole('button').blur();
  for (const open of [true, false]) rerender(renderDialog(open));
  await act(() => new Promise((resolve) => setTimeout(resolve)));
  expect(document.body).toHaveFocus();
});

it('ignores Escape and has no close button when it is not dismissable', async () => {
  render(<Dialog title="Choose Your Plan">Words</Dialog>);
  await userEvent.keyboard('{Escape}');
  expect(screen.getByRole('dialog', { name: 'Choose Your Plan' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Close' })).not.toBeInTheDocument();
});
