import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ComponentType, ReactElement, ReactNode } from 'react';

import { lazyPart } from '../lazy-part';
import { LazyMenu } from './lazy-menu';
import { Menu, MenuItem } from './menu';

interface Props {
  trigger: ReactElement;
}

function LoadedMenu({ trigger }: Props): ReactNode {
  return (
    <Menu trigger={trigger} defaultOpen>
      <MenuItem onSelect={() => undefined}>Rename</MenuItem>
    </Menu>
  );
}

function renderMenu(load: () => Promise<ComponentType<Props>>): HTMLElement {
  const Part = lazyPart(load);
  render(<LazyMenu trigger={<button>Actions</button>}>{(trigger) => <Part trigger={trigger} />}</LazyMenu>);
  return screen.getByRole('button', { name: 'Actions' });
}

describe('LazyMenu', () => {
  it('loads and opens the menu on the first press, keeping focus on the busy button', async () => {
    let resolvePart: (part: ComponentType<Props>) => void = () => undefined;
    const load = jest.fn(() => new Promise<ComponentType<Props>>((resolve) => (resolvePart = resolve)));
    const button = renderMenu(load);
    expect(button).toHaveAttribute('aria-haspopup', 'menu');
    expect(load).not.toHaveBeenCalled();

    await userEvent.tab();
    await userEvent.keyboard('{Enter}');
    const loadingButton = screen.getByRole('button', { name: 'Actions' });
    expect(loadingButton).toHaveAttribute('aria-busy', 'true');
    expect(loadingButton).toHaveFocus();

    await act(async () => resolvePart(LoadedMenu));
    expect(await screen.findByRole('menuitem', { name: 'Rename' })).toBeVisible();
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByRole('menuitem')).not.toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Actions' })).toHaveFocus();
  });

  it('shows the button again when the notice about a failed load is closed', async () => {
    jest.spyOn(console, 'error').mockImplementation(() => undefined);
    await userEvent.click(renderMenu(() => Promise.reject(new TypeError('Failed to fetch'))));
    await userEvent.click(await screen.findByRole('button', { name: 'Close' }));
    expect(screen.getByRole('button', { name: 'Actions' })).toHaveAttribute('aria-expanded', 'false');
  });
});
