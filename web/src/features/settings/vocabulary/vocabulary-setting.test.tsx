import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

import { toastStore } from '../../../lib/messages/toast-store';
import { clickToastAction } from '../../../testing/click-toast-action';
import { rejectField } from '../../../testing/fake-api';
import { getTexts } from '../../../testing/get-texts';
import { openSettings, PATCH_VOCABULARY } from '../../../testing/open-settings';

async function openNames(vocabulary: string[] = []): Promise<Awaited<ReturnType<typeof openSettings>>> {
  const rendered = await openSettings({ part: 'names', settings: { vocabulary } });
  await findInput();
  return rendered;
}

const findInput = (): Promise<HTMLElement> => screen.findByLabelText('New name or word');
const listTerms = (): string[] => getTexts(screen.getByRole('list', { name: 'Names and words' }), 'listitem');

describe('VocabularySetting', () => {
  it('adds a name to the front of the list on Enter, and shows how many there are', async () => {
    const { api } = await openNames(['Trane']);
    expect(screen.getByText('1 of 200')).toBeVisible();
    await userEvent.type(await findInput(), ' Jan  Kowalczyk {Enter}');
    expect(await screen.findByText('Added Jan Kowalczyk.')).toBeVisible();
    expect(listTerms()).toEqual(['Jan Kowalczyk', 'Trane']);
    expect(screen.getByText('2 of 200')).toBeVisible();
    expect(await findInput()).toHaveValue('');
    await api.expectBodies(PATCH_VOCABULARY, [{ add: ['Jan Kowalczyk'], remove: [] }]);
  });

  it('adds a pasted list, skipping names that are already listed', async () => {
    await openNames(['Trane']);
    await userEvent.click(await findInput());
    await userEvent.paste('Maple Street\r\nTRANE\nLennox, Carrier\n');
    expect(await findInput()).toHaveValue('Maple Street, TRANE, Lennox, Carrier');
    await userEvent.click(screen.getByRole('button', { name: 'Add' }));
    expect(await screen.findByText('Added 3 names and words. 1 was already on the list.')).toBeVisible();
    expect(listTerms()).toEqual(['Maple Street', 'Lennox', 'Carrier', 'Trane']);
  });

  it('removes a name, keeps focus, and undoes the removal', async () => {
    const { api } = await openNames(['Lennox', 'Trane']);
    await userEvent.click(screen.getByRole('button', { name: 'Remove Lennox' }));
    expect(await screen.findByText('Removed Lennox.')).toBeVisible();
    expect(listTerms()).toEqual(['Trane']);
    expect(await findInput()).toHaveFocus();
    await clickToastAction('Undo');
    expect(listTerms()).toEqual(['Lennox', 'Trane']);
    expect(screen.queryByRole('button', { name: 'Undo' })).not.toBeInTheDocument();
    await api.expectBodies(PATCH_VOCABULARY, [
      { add: [], remove: ['Lennox'] },
      { add: ['Lennox'], remove: [] },
    ]);
  });

  it.each([
    ['trane', 'That is already on the list.'],
    [' , ', 'Enter a name or word.'],
    ['x'.repeat(61), /^Use 60 characters or fewer for each/],
    ['one, two', "There's room for 1 more, but you entered 2."],
  ])('does not add %j', async (text, problem) => {
    const terms = ['Trane', ...Array.from({ length: 198 }, (_, index) => `Term ${index}`)];
    const { api } = await openNames(terms);
    await userEvent.click(await findInput());
    await userEvent.paste(text);
    await userEvent.keyboard('{Enter}');
    expect(await screen.findByText(problem)).toBeVisible();
    expect(await findInput()).toBeInvalid();
    expect(api.requests()).not.toContain(PATCH_VOCABULARY);
  });

  it('keeps names added in another window', async () => {
    const { api } = await openNames(['Trane']);
    const change = { method: 'PUT', body: JSON.stringify({ vocabulary: ['Lennox', 'Trane'] }) };
    await fetch(new URL('/api/my/settings', location.href), change);
    act(() => void window.dispatchEvent(new Event('visibilitychange')));
    expect(await screen.findByText('Lennox')).toBeVisible();
    await userEvent.type(await findInput(), 'Carrier{Enter}');
    await waitFor(async () =>
      expect((await api.bodies(PATCH_VOCABULARY)).at(-1)).toEqual({ add: ['Carrier'], remove: [] }),
    );
  });

  it('shows why the API rejected a change, and restores the stored list', async () => {
    const { api } = await openNames(['Trane']);
    api.set(PATCH_VOCABULARY, rejectField('add', 'Each must be text.'));
    await userEvent.type(await findInput(), 'Lennox{Enter}');
    expect(await screen.findByText('Each must be text.')).toBeVisible();
    expect(toastStore.get()).toBeNull();
    expect(listTerms()).toEqual(['Trane']);
    expect(screen.queryByText('Added Lennox.')).not.toBeInTheDocument();
    expect(await findInput()).toHaveValue('Lennox');
  });
});
