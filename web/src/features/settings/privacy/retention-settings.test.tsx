import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

import { findAccessibilityProblems } from '../../../testing/accessibility';
import { clickAndConfirm } from '../../../testing/click-and-confirm';
import { type FakeApi, FakeResponse } from '../../../testing/fake-api';
import { openSettings, PUT_RETENTION } from '../../../testing/open-settings';
import { TEST_USERS } from '../../../testing/test-users';
import { RETENTION_COPY } from './retention-copy';

const PREVIEW = 'GET /api/my/settings/retention-preview';

const openRetention = async (options: Parameters<typeof openSettings>[0] = {}): Promise<FakeApi> => {
  const { api } = await openSettings({
    part: 'storage',
    responses: { [PREVIEW]: { recordings: 1_234, transcripts: 1 } },
    ...options,
  });
  await screen.findByRole('heading', { name: RETENTION_COPY.title });
  return api;
};
const enterDays = async (label: string, days: string): Promise<void> => {
  const field = screen.getByLabelText(new RegExp(`^${label}`));
  await userEvent.clear(field);
  if (days !== '') await userEvent.type(field, days);
};
const clickSave = (): Promise<void> => userEvent.click(screen.getByRole('button', { name: RETENTION_COPY.save }));

describe('RetentionSettings', () => {
  it('shows how long calls are kept, and that the shorter period applies', async () => {
    await openRetention({
      settings: { recordingsRetentionDays: 180, installationRecordingsDays: 90, transcriptsRetentionDays: 365 },
    });
    expect(screen.getByText('Recordings are deleted 90 days after the call comes in.')).toBeVisible();
    expect(screen.getByText('Transcripts are deleted 365 days after the call comes in.')).toBeVisible();
    expect(
      screen.getByText(/This installation keeps recordings for 90 days\. The shorter time applies\./),
    ).toBeVisible();
    expect(await findAccessibilityProblems()).toEqual([]);
  });

  it('asks before a change that deletes data, and shows how many calls are affected', async () => {
    const api = await openRetention();
    await enterDays(RETENTION_COPY.recordings, '30');
    await enterDays(RETENTION_COPY.transcripts, '60');
    await clickSave();
    const dialog = await screen.findByRole('alertdialog', { name: RETENTION_COPY.confirm.title });
    expect(dialog).toHaveAccessibleDescription(
      "This will delete the recordings of 1,234 calls and the transcripts of 1 call within an hour. You can't undo this.",
    );
    expect(await findAccessibilityProblems()).toEqual([]);
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(api.requests()).not.toContain(PUT_RETENTION);
    await clickSave();
    await userEvent.click(await screen.findByRole('button', { name: RETENTION_COPY.confirm.action }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument());
    expect(await api.bodies(PUT_RETENTION)).toEqual([
      { recordingsRetentionDays: 30 },
      { transcriptsRetentionDays: 60 },
    ]);
    expect(screen.getByText('Recordings are deleted 30 days after the call comes in.')).toBeVisible();
  });

  it('saves the days that were previewed, even if the user has since typed others', async () => {
    const api = await openRetention();
    const respond = api.hold(PREVIEW);
    await enterDays(RETENTION_COPY.recordings, '90');
    await clickSave();
    await enterDays(RETENTION_COPY.recordings, '9');
    respond({ recordings: 1, transcripts: 0 });
    await userEvent.click(await screen.findByRole('button', { name: RETENTION_COPY.confirm.action }));
    await api.expectBodies(PUT_RETENTION, [{ recordingsRetentionDays: 90 }]);
    expect(screen.getByLabelText(new RegExp(`^${RETENTION_COPY.recordings}`))).toHaveValue('9');
  });

  it('asks the user to confirm their identity before the change', async () => {
    const api = await openRetention({ responses: { [PREVIEW]: { recordings: 1, transcripts: 0 } } });
    await enterDays(RETENTION_COPY.recordings, '30');
    const button = screen.getByRole('button', { name: RETENTION_COPY.save });
    await clickAndConfirm(api, button, false);
    await waitFor(() => expect(button).not.toHaveAttribute('aria-busy'));
    expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
    await clickAndConfirm(api, button);
    expect(await screen.findByRole('alertdialog', { name: RETENTION_COPY.confirm.title })).toBeVisible();
  });

  it('asks even if the number of days goes up, because someone else may have since removed the limit', async () => {
    await openRetention({ settings: { recordingsRetentionDays: 10 } });
    await enterDays(RETENTION_COPY.recordings, '30');
    await clickSave();
    expect(await screen.findByRole('alertdialog', { name: RETENTION_COPY.confirm.title })).toBeVisible();
  });

  it('saves without asking when nothing would be deleted', async () => {
    const api = await openRetention({ responses: { [PREVIEW]: { recordings: 0, transcripts: 0 } } });
    await enterDays(RETENTION_COPY.recordings, '30');
    await clickSave();
    await api.expectBodies(PUT_RETENTION, [{ recordingsRetentionDays: 30 }]);
    expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
  });

  it('keeps calls forever when the field is cleared', async () => {
    const api = await openRetention({ settings: { transcriptsRetentionDays: 30 } });
    await enterDays(RETENTION_COPY.transcripts, '');
    await clickSave();
    await api.expectBodies(PUT_RETENTION, [{ transcriptsRetentionDays: null }]);
  });

  it('does not save if the input is not a number, or the calls cannot be counted', async () => {
    const api = await openRetention({ responses: { [PREVIEW]: new FakeResponse(503) } });
    await enterDays(RETENTION_COPY.recordings, 'a month');
    await clickSave();
    expect(screen.getByText(RETENTION_COPY.invalid)).toBeVisible();
    await enterDays(RETENTION_COPY.recordings, '30');
    await clickSave();
    expect(await screen.findByText(RETENTION_COPY.previewFailed)).toBeVisible();
    expect(api.requests()).not.toContain(PUT_RETENTION);
  });

  it('is read-only for managers', async () => {
    await openRetention({ user: { ...TEST_USERS.user, memberRole: 'manager' } });
    expect(screen.getByText(RETENTION_COPY.ownersOnly)).toBeVisible();
    expect(screen.queryByRole('button', { name: RETENTION_COPY.save })).not.toBeInTheDocument();
  });
});
