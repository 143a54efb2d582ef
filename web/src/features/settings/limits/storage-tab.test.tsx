import { screen } from '@testing-library/react';

import { GIGABYTE } from '@ringwell/domain/accounts/storage-quota';

import type { AccountSettings } from '../../../api/types';
import { findAccessibilityProblems } from '../../../testing/accessibility';
import { openSettings } from '../../../testing/open-settings';

const openStorage = async (settings: Partial<AccountSettings>): Promise<void> => {
  await openSettings({ part: 'storage', settings });
  await screen.findByRole('heading', { name: 'Call recordings' });
};

describe('StorageTab', () => {
  it('shows the storage used if there is no limit', async () => {
    await openStorage({ storedBytes: 3.4 * GIGABYTE, storageLimitBytes: null });
    expect(screen.getByText('3.4 GB used')).toBeVisible();
    expect(screen.getByText('There is no limit.')).toBeVisible();
    expect(screen.queryByRole('meter')).not.toBeInTheDocument();
    expect(await findAccessibilityProblems()).toEqual([]);
  });

  it.each([
    [3.4, '3.4 GB of 5 GB used', /^At 5 GB, new call uploads are rejected/],
    [4, '4 GB of 5 GB used', /^Almost full\. .* delete calls/],
    [5.2, '5.2 GB of 5 GB used', /^Storage is full, .* ask your administrator/],
  ])('shows that %d GB of the limit is used, and the consequences', async (gigabytes, text, consequence) => {
    await openStorage({ storedBytes: gigabytes * GIGABYTE, storageLimitBytes: 5 * GIGABYTE });
    expect(screen.getByRole('meter', { name: 'Storage used' })).toHaveAttribute('aria-valuetext', text);
    expect(screen.getByText(consequence)).toBeVisible();
    expect(screen.queryByLabelText(/^Storage limit/)).not.toBeInTheDocument();
    expect(await findAccessibilityProblems()).toEqual([]);
  });
});
