import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

import type { SharedLink } from '../../../api/types';
import { toastStore } from '../../../lib/messages/toast-store';
import { identityConfirmation } from '../../../lib/session/identity-confirmation';
import { fullCall } from '../../../testing/calls';
import { FakeResponse, type FakeApi } from '../../../testing/fake-api';
import { getHref } from '../../../testing/get-href';
import { mockAudioPlayback, renderCall } from '../../../testing/render-call';
import { CALL_DETAILS_COPY } from './call-details-copy';

mockAudioPlayback();

const { share: copy } = CALL_DETAILS_COPY;
const LIST_SHARES = 'GET /api/calls/c1/shares';
const CREATE_SHARE = 'POST /api/calls/c1/shares';
const LINK: SharedLink = {
  id: 's1',
  scope: 'clip',
  clip: { fromSeconds: 42, toSeconds: 70 },
  createdAt: '2026-03-31T15:00:00.000Z',
  expiresAt: '2026-04-07T15:00:00.000Z',
  firstOpenedAt: '2026-03-31T16:00:00.000Z',
  lastOpenedAt: '2026-04-01T16:00:00.000Z',
  openings: 2,
};

async function openDialog(links: SharedLink[] = []): Promise<FakeApi> {
  const api = await renderCall(fullCall(), { [LIST_SHARES]: links });
  await userEvent.click(screen.getByRole('button', { name: 'Share' }));
  await screen.findByRole('dialog', { name: copy.title });
  return api;
}

describe('ShareDialog', () => {
  it('explains what recipients see, creates a link, and shows it once for copying', async () => {
    const user = userEvent.setup();
    const api = await openDialog();
    expect(screen.getByRole('dialog')).toHaveAccessibleDescription(/^Anyone with the link can open it/);
    const getRecipientText = (): HTMLElement => screen.getByText(/What they see/);
    expect(getRecipientText()).toHaveTextContent(/No phone number.+ For a technician on the way, share the whole call/);
    await user.click(screen.getByRole('radio', { name: copy.scopes.whole }));
    expect(getRecipientText()).toHaveTextContent('phone number, direction');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Works for' }), '1 day');
    const url = 'https://ringwell.example/shared/abc';
    api.set(CREATE_SHARE, new FakeResponse(201, { ...LINK, scope: 'whole', clip: null, url }));
    await user.click(screen.getByRole('button', { name: 'Create link' }));
    expect(await screen.findByText(copy.createdAndCopied)).toBeVisible();
    expect(await api.bodies(CREATE_SHARE)).toEqual([{ scope: 'whole', days: 1 }]);
    await user.click(screen.getByRole('button', { name: 'Copy link' }));
    expect(await navigator.clipboard.readText()).toBe(url);
    expect(getHref('Text it')).toBe(`sms:?&body=${encodeURIComponent(url)}`);
  });

  it('copies a link for a technician with one click', async () => {
    const user = userEvent.setup();
    const api = await openDialog();
    const url = 'https://ringwell.example/shared/abc';
    api.set(CREATE_SHARE, new FakeResponse(201, { ...LINK, scope: 'whole', clip: null, url }));
    await user.click(screen.getByRole('button', { name: copy.forTechnician }));
    expect(await screen.findByText(copy.createdAndCopied)).toBeVisible();
    expect(await api.bodies(CREATE_SHARE)).toEqual([{ scope: 'whole', days: 7 }]);
    expect(await navigator.clipboard.readText()).toBe(url);
  });

  it.each([
    ['30 days', 'whole'],
    ['whole', '30 days'],
  ])(
    'asks the user to confirm their identity before creating a 30-day link to a whole call: %s, then %s',
    async (...choices) => {
      const user = userEvent.setup();
      const api = await openDialog();
      api.set('GET /api/auth/confirm', { isConfirmed: false });
      const days = screen.getByRole('combobox', { name: 'Works for' });
      const wholeCallRadio = screen.getByRole('radio', { name: copy.scopes.whole });
      for (const choice of choices)
        await (choice === 'whole' ? user.click(wholeCallRadio) : user.selectOptions(days, choice));
      await waitFor(() => expect(identityConfirmation.get()).not.toBeNull());
      act(() => identityConfirmation.get()?.settle(false));
      const isWholeCallFirst = choices[0] === 'whole';
      await waitFor(() => expect(days).toHaveDisplayValue(isWholeCallFirst ? '7 days' : '30 days'));
      await waitFor(() => expect((wholeCallRadio as HTMLInputElement).checked).toBe(isWholeCallFirst));
      expect(api.requests()).not.toContain(CREATE_SHARE);
    },
  );

  it('asks for the start and end of a clip, and explains invalid times', async () => {
    const api = await openDialog();
    await userEvent.click(screen.getByRole('radio', { name: copy.scopes.clip }));
    const endInput = screen.getByRole('textbox', { name: 'To' });
    expect(endInput).toHaveValue('0:30');
    await userEvent.clear(endInput);
    await userEvent.type(endInput, '0:00');
    await userEvent.click(screen.getByRole('button', { name: 'Create link' }));
    expect(endInput).toHaveAccessibleDescription(copy.badOrder);
    expect(api.requests()).not.toContain(CREATE_SHARE);
    await userEvent.clear(endInput);
    await userEvent.type(endInput, '1:10');
    api.set(CREATE_SHARE, new FakeResponse(409, { code: 'NOTHING_TO_SHARE', message: 'The recording is not stored.' }));
    await userEvent.click(screen.getByRole('button', { name: 'Create link' }));
    expect(await screen.findByText('The recording is not stored.')).toBeVisible();
    expect(await api.bodies(CREATE_SHARE)).toEqual([{ scope: 'clip', days: 7, fromSeconds: 0, toSeconds: 70 }]);
  });

  it('lists links with the number of times each was opened, and revokes one', async () => {
    const api = await openDialog([LINK]);
    const row = within((await screen.findByText('Clip, 0:42 to 1:10')).closest('li') ?? document.body);
    expect(row.getByText(/Opened 2 times, first Tue, Mar 31, .*, last Wed, Apr 1/)).toBeVisible();
    api.set('DELETE /api/calls/c1/shares/s1', new FakeResponse(204));
    api.set(LIST_SHARES, []);
    await userEvent.click(row.getByRole('button', { name: /^Revoke: Clip/ }));
    expect(await screen.findByText(copy.none)).toBeVisible();
    await waitFor(() => expect(toastStore.get()).toMatchObject({ description: copy.revoked }));
  });

  it('removes a link from the list if a colleague has already revoked it', async () => {
    const api = await openDialog([LINK]);
    const message = 'Link not found. It may have expired or been revoked.';
    api.set('DELETE /api/calls/c1/shares/s1', new FakeResponse(404, { code: 'SHARE_NOT_FOUND', message }));
    api.set(LIST_SHARES, []);
    await userEvent.click(await screen.findByRole('button', { name: /^Revoke: Clip/ }));
    expect(await screen.findByText(copy.none)).toBeVisible();
    expect(toastStore.get()).toMatchObject({ description: message });
  });

  it('keeps focus in the list while a link is being revoked and after it is gone', async () => {
    const user = userEvent.setup();
    const otherLink: SharedLink = { ...LINK, id: 's2', scope: 'whole', clip: null };
    const api = await openDialog([LINK, otherLink]);
    const revokeClipButton = await screen.findByRole('button', { name: /^Revoke: Clip/ });
    const respond = api.hold('DELETE /api/calls/c1/shares/s1');
    revokeClipButton.focus();
    await user.keyboard('{Enter}');
    await waitFor(() => expect(revokeClipButton).toHaveAttribute('aria-disabled', 'true'));
    expect(revokeClipButton).toHaveFocus();
    await user.keyboard('{Enter}');
    api.set(LIST_SHARES, [otherLink]);
    respond(new FakeResponse(204));
    await waitFor(() => expect(revokeClipButton).not.toBeInTheDocument());
    const revokeCallButton = screen.getByRole('button', { name: /^Revoke: Whole call/ });
    expect(revokeCallButton).toHaveFocus();
    expect(api.requests().filter((request) => request.startsWith('DELETE'))).toHaveLength(1);
    api.set('DELETE /api/calls/c1/shares/s2', new FakeResponse(204));
    api.set(LIST_SHARES, []);
    await user.keyboard('{Enter}');
    expect(await screen.findByText(copy.none)).toBeVisible();
    expect(screen.getByRole('dialog')).toContainElement(document.activeElement as HTMLElement);
  });
});
