import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

import { findAccessibilityProblems } from '../../../testing/accessibility';
import { openSettings, PUT_SETTINGS } from '../../../testing/open-settings';
import { HIDDEN_DETAILS_COPY } from './hidden-details-setting';
import { PRIVACY_COPY } from './privacy-tab';

it('explains what is removed from transcripts and recordings, and lets the user choose', async () => {
  const { api } = await openSettings({ part: 'privacy', responses: { 'GET /api/my/exports': { exports: [] } } });
  const choice = await screen.findByRole('combobox', { name: 'Card numbers and other secrets' });
  expect(choice).toHaveValue('transcript_and_audio');
  expect(screen.getByText(PRIVACY_COPY.tone)).toBeVisible();
  expect(screen.getByText(/^Phone numbers, names, addresses.* are kept\.$/)).toBeVisible();
  expect(await findAccessibilityProblems()).toEqual([]);

  await userEvent.selectOptions(choice, 'Remove from transcripts only');
  expect(await screen.findByText(PRIVACY_COPY.keptInRecording)).toBeVisible();
  expect(screen.queryByText(PRIVACY_COPY.tone)).not.toBeInTheDocument();
  await userEvent.selectOptions(choice, 'Keep');
  await api.expectBodies(PUT_SETTINGS, [{ redaction: 'transcript' }, { redaction: 'off' }]);
  expect(screen.queryByText(PRIVACY_COPY.placeholder)).not.toBeInTheDocument();
});

it('hides each type of detail in chat and email, and says what is not affected', async () => {
  const { api } = await openSettings({ part: 'privacy' });
  const group = await screen.findByRole('group', { name: HIDDEN_DETAILS_COPY.legend });
  for (const label of ['Phone numbers', 'Customer names', 'Street addresses'])
    expect(within(group).getByRole('checkbox', { name: label })).not.toBeChecked();
  for (const text of [
    /Hiding is automatic and not perfect/,
    /^Agent names are still shown.* CSV exports are not affected\.$/,
  ])
    expect(screen.getByText(text)).toBeVisible();
  await userEvent.click(within(group).getByRole('checkbox', { name: 'Customer names' }));
  within(group).getByRole('checkbox', { name: 'Phone numbers' }).focus();
  await userEvent.keyboard(' ');
  await api.expectBodies(PUT_SETTINGS, [{ hideNames: true }, { hidePhoneNumbers: true }]);
  expect(within(group).getByRole('checkbox', { name: 'Phone numbers' })).toBeChecked();
  expect(await findAccessibilityProblems()).toEqual([]);
});
