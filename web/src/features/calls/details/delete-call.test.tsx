import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

import { UNDO_SECONDS } from '@ringwell/domain/erasures/erasure';

import { toastStore } from '../../../lib/messages/toast-store';
import { findAccessibilityProblems } from '../../../testing/accessibility';
import { DELIVERY, fullCall } from '../../../testing/calls';
import { FakeResponse, type FakeApi } from '../../../testing/fake-api';
import { mockAudioPlayback, onDeleted, renderCall } from '../../../testing/render-call';
import { TEST_USERS } from '../../../testing/test-users';
import { DELETE_COPY } from './delete-copy';

mockAudioPlayback();

const DELETE_CALL = 'DELETE /api/calls/c1';
const RESTORE_CALL = 'POST /api/calls/c1/restore';
const NOTE = { ...DELIVERY, channel: 'servicetitan' as const, state: 'sent' as const, providerRef: 'job:4711' };

async function openDialog(responses: Record<string, unknown> = {}): Promise<FakeApi> {
  const api = await renderCall(fullCall(), responses);
  await userEvent.click(screen.getByRole('button', { name: 'Delete call' }));
  await screen.findByRole('alertdialog', { name: DELETE_COPY.title });
  return api;
}
const confirmDeletion = (): Promise<void> =>
  userEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: DELETE_COPY.confirm }));

describe('deleting a call', () => {
  beforeEach(() => onDeleted.mockClear());

  it('explains the consequences, deletes the call, closes it, and offers to undo while that is possible', async () => {
    const api = await openDialog({ [DELETE_CALL]: { id: 'c1', restorableUntil: '2026-03-31T14:05:30.000Z' } });
    expect(screen.getByText(DELETE_COPY.question(UNDO_SECONDS))).toBeVisible();
    expect(screen.queryByRole('link', { name: DELETE_COPY.openJob })).not.toBeInTheDocument();
    expect(await findAccessibilityProblems()).toEqual([]);
    await confirmDeletion();
    await waitFor(() => expect(onDeleted).toHaveBeenCalledTimes(1));
    expect(toastStore.get()).toMatchObject({ title: DELETE_COPY.done, durationMs: 30_000 });
    api.set(RESTORE_CALL, new FakeResponse(204));
    toastStore.get()?.action?.run();
    await waitFor(() => expect(toastStore.get()).toMatchObject({ title: DELETE_COPY.restored }));
    expect(api.requests()).toContain(RESTORE_CALL);
  });

  it('says that the ServiceTitan note stays, and where to find it', async () => {
    await openDialog({ 'GET /api/calls/c1/deliveries': [NOTE] });
    expect(await screen.findByRole('link', { name: DELETE_COPY.openJob })).toHaveAttribute(
      'href',
      'https://go.servicetitan.com/#/Job/Index/4711',
    );
    expect(screen.getByText(DELETE_COPY.note('job', '4711'))).toBeVisible();
    expect(screen.getByText(DELETE_COPY.noteStays.job)).toBeVisible();
    expect(screen.queryByRole('checkbox', { name: DELETE_COPY.removeNote })).not.toBeInTheDocument();
  });

  it('offers to remove a customer note', async () => {
    const note = { ...NOTE, providerRef: 'customer:815/note:16' };
    const api = await openDialog({
      'GET /api/calls/c1/deliveries': [note],
      [DELETE_CALL]: { id: 'c1', restorableUntil: '2026-03-31T14:05:30.000Z' },
    });
    const removeNoteCheckbox = await screen.findByRole('checkbox', { name: DELETE_COPY.removeNote });
    expect(screen.getByText(DELETE_COPY.note('customer', '815'))).toBeVisible();
    expect(removeNoteCheckbox).not.toBeChecked();
    await userEvent.click(removeNoteCheckbox);
    expect(await findAccessibilityProblems()).toEqual([]);
    await confirmDeletion();
    await waitFor(() => expect(onDeleted).toHaveBeenCalledTimes(1));
    expect(api.queries(DELETE_CALL)).toEqual(['?removeNotes=true']);
  });

  it('stays open when the deletion fails', async () => {
    await openDialog({ [DELETE_CALL]: new FakeResponse(503) });
    await confirmDeletion();
    expect(await screen.findByText(DELETE_COPY.failed)).toBeVisible();
    expect(onDeleted).not.toHaveBeenCalled();
  });

  it('is only available to owners', async () => {
    await renderCall(fullCall(), {}, { ...TEST_USERS.user, memberRole: 'manager' });
    expect(screen.queryByRole('button', { name: 'Delete call' })).not.toBeInTheDocument();
  });
});
