import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState, type ReactNode } from 'react';

import { IconButton } from '../buttons/icon-button';
import { Dialog } from './dialog';
import { Menu, MenuItem } from './menu';

function Row(): ReactNode {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Menu trigger={<IconButton label="Actions for Kim">...</IconButton>}>
        <MenuItem onSelect={() => setOpen(true)}>Edit</MenuItem>
      </Menu>
      <Dialog open={open} onClose={() => setOpen(false)} title="Edit User">
        Words
      </Dialog>
    </>
  );
}

it('returns focus to its button after a dialog that it opened is closed', async () => {
  render(<Row />);
  await userEvent.click(screen.getByRole('button', { name: 'Actions for Kim' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Edit' }));
  const dialog = await screen.findByRole('dialog', { name: 'Edit User' });
  await waitFor(() => expect(dialog).toContainElement(document.activeElement as HTMLElement));
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.getByRole('button', { name: 'Actions for Kim' })).toHaveFocus());
});
