import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useRef, type ReactNode } from 'react';

import { COPY } from '../../lib/copy';
import { toastStore } from '../../lib/messages/toast-store';
import { CopyButton } from './copy-button';

describe('CopyButton', () => {
  function Token(): ReactNode {
    const valueRef = useRef<HTMLElement>(null);
    return (
      <>
        <code ref={valueRef}>rw_secret</code>
        <CopyButton text="rw_secret" subject="Token" textRef={valueRef} />
      </>
    );
  }

  it('shows a toast after copying', async () => {
    const user = userEvent.setup(); // provides a clipboard
    render(<Token />);
    await user.click(screen.getByRole('button', { name: 'Copy Token' }));
    expect(await navigator.clipboard.readText()).toBe('rw_secret');
    expect(toastStore.get()).toMatchObject(COPY.copied('Token'));
    expect(COPY.copied('Token').description).toBe('Token copied to clipboard');
  });

  it('selects the text and explains how to copy it when the browser blocks copying', async () => {
    const user = userEvent.setup();
    jest.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('NotAllowedError'));
    render(<Token />);
    await user.click(screen.getByRole('button', { name: 'Copy Token' }));
    expect(window.getSelection()?.toString()).toBe('rw_secret');
    expect(toastStore.get()).toMatchObject({ title: "Couldn't copy", tone: 'danger' });
    expect(screen.getByRole('button')).toHaveTextContent(/^Copy$/);
  });
});
