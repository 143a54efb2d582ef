import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

import { accessibilityProblems } from '../../testing/accessibility';
import { openSettings, PUT_SETTINGS } from '../../testing/open-settings';

it('says what is removed from calls, and turns it off', async () => {
  const { api } = await openSettings({ part: 'privacy', responses: { 'GET /api/my/exports': { exports: [] } } });
  const choice = await screen.findByRole('combobox', { name: 'Card numbers and other secrets' });
  expect(choice).toHaveValue('transcript');
  expect(screen.getByText(/^Phone numbers, names, addresses.* stay/)).toBeVisible();
  expect(await accessibilityProblems()).toEqual([]);
  await userEvent.selectOptions(choice, 'Keep');
  await waitFor(async () => expect(await api.bodies(PUT_SETTINGS)).toEqual([{ redaction: 'off' }]));
});
