import { fireEvent, render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';

import { useShortcut } from './shortcuts';

function Page({ shortcut, onKey, control }: { shortcut: string; onKey: () => void; control: ReactNode }): ReactNode {
  useShortcut({ key: shortcut }, onKey);
  return control;
}

function runsShortcut(shortcut: string, control: ReactNode): boolean {
  const onKey = jest.fn();
  render(<Page shortcut={shortcut.toLowerCase()} onKey={onKey} control={control} />);
  fireEvent.keyDown(screen.getByTestId('control'), { key: shortcut });
  return onKey.mock.calls.length > 0;
}

const testIdProps = { 'data-testid': 'control' };

describe('useShortcut', () => {
  it.each<[string, string, ReactNode]>([
    ['a checkbox', ' ', <input key="" {...testIdProps} type="checkbox" />],
    ['a radio button', ' ', <input key="" {...testIdProps} type="radio" />],
    ['a file field', ' ', <input key="" {...testIdProps} type="file" />],
    ['a switch', ' ', <span key="" {...testIdProps} role="switch" aria-checked={false} tabIndex={0} />],
    ['an element with the role button', ' ', <span key="" {...testIdProps} role="button" tabIndex={0} />],
    ['a summary', ' ', <summary key="" {...testIdProps} />],
    ['an element with the role slider', 'ArrowRight', <span key="" {...testIdProps} role="slider" aria-valuenow={1} />],
    ['a radio button', 'ArrowRight', <input key="" {...testIdProps} type="radio" />],
    [
      'a menu item',
      'k',
      <ul key="" role="menu">
        <li {...testIdProps} role="menuitem" tabIndex={0} />
      </ul>,
    ],
    ['editable text', 'k', <div key="" {...testIdProps} contentEditable="plaintext-only" />],
    ['an element with the role textbox', 'k', <div key="" {...testIdProps} role="textbox" tabIndex={0} />],
  ])('ignores a key press in %s, which handles %j itself', (_name, key, control) => {
    expect(runsShortcut(key, control)).toBe(false);
  });

  it.each<[string, string, ReactNode]>([
    ['a slider', ' ', <input key="" {...testIdProps} type="range" />],
    ['a button', 'ArrowRight', <button key="" {...testIdProps} type="button" />],
    ['a checkbox', 'k', <input key="" {...testIdProps} type="checkbox" />],
    ['a heading', ' ', <h1 key="" {...testIdProps} tabIndex={-1} />],
  ])('runs the shortcut when %s, which does not handle %j, has focus', (_name, key, control) => {
    expect(runsShortcut(key, control)).toBe(true);
  });
});
