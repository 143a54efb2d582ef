import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

import { FakeResponse } from '../../../testing/fake-api';
import { renderCallsPage } from '../../../testing/render-calls-page';
import { getCurrentPath } from '../../../testing/render-with-providers';

const LIST_FILTERS = 'GET /api/my/saved-filters';
const UNHAPPY_FILTER = {
  id: 'f1',
  name: 'Unhappy',
  filters: { sentiment: 'negative', state: 'failed,timed_out', range: '7d' },
};

describe('SavedFilters', () => {
  it('saves the filters under a name, and shows why a name is rejected', async () => {
    const api = await renderCallsPage('?label=negative&range=7d');
    await userEvent.click(await screen.findByRole('button', { name: 'Save filters' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Save filters' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
    expect(dialog.getByRole('alert')).toHaveTextContent('Enter a name.');
    const rejection = { code: 'FILTER_NAME_TAKEN', message: 'You already have a filter named “Unhappy”.' };
    api.set('POST /api/my/saved-filters', new FakeResponse(409, rejection));
    await userEvent.type(dialog.getByLabelText('Name'), 'Unhappy');
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await dialog.findByText(rejection.message)).toBeVisible();
    const savedFilter = { id: 'f1', name: 'Unhappy', filters: { sentiment: 'negative', range: '7d' } };
    api.set('POST /api/my/saved-filters', savedFilter);
    api.set(LIST_FILTERS, [savedFilter]);
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await screen.findByRole('button', { name: 'Unhappy' })).toHaveAttribute('aria-pressed', 'true');
    expect(screen.queryByRole('button', { name: 'Save filters' })).not.toBeInTheDocument();
    expect((await api.bodies('POST /api/my/saved-filters')).at(-1)).toEqual({
      name: 'Unhappy',
      sentiment: 'negative',
      range: '7d',
      time: 'startedAt',
    });
  });

  it('applies a saved filter instead of the current ones, and deletes it after confirmation', async () => {
    const api = await renderCallsPage('?search=warm', undefined, undefined, { [LIST_FILTERS]: [UNHAPPY_FILTER] });
    await userEvent.click(await screen.findByRole('button', { name: 'Unhappy' }));
    expect(getCurrentPath()).toBe('/calls?label=negative&state=failed&range=7d');
    await userEvent.click(screen.getByRole('button', { name: 'Delete the filter Unhappy' }));
    const confirmation = within(await screen.findByRole('alertdialog', { name: 'Delete saved filter' }));
    expect(confirmation.getByText(/Delete “Unhappy”\?/)).toBeVisible();
    api.set('DELETE /api/my/saved-filters/f1', new FakeResponse(204));
    api.set(LIST_FILTERS, []);
    await userEvent.click(confirmation.getByRole('button', { name: 'Delete' }));
    expect(await screen.findByRole('button', { name: 'Save filters' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Unhappy' })).not.toBeInTheDocument();
  });
});
