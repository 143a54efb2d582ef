import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

import type { AccountExport } from '../../../api/types';
import { findAccessibilityProblems } from '../../../testing/accessibility';
import { clickAndConfirm } from '../../../testing/click-and-confirm';
import { connections } from '../../../testing/connections';
import { FakeResponse } from '../../../testing/fake-api';
import { openSettings } from '../../../testing/open-settings';
import { TEST_USERS } from '../../../testing/test-users';
import { EXPORTS_COPY } from './exports-copy';

const LIST_EXPORTS = 'GET /api/my/exports';
const START_EXPORT = 'POST /api/my/exports';
const QUEUED: AccountExport = {
  id: 'e1',
  state: 'queued',
  requestedAt: '2026-03-31T14:05:00.000Z',
  requestedBy: 'Sam Becker',
  totalCalls: 0,
  doneCalls: 0,
  percent: 0,
  bytes: null,
  failure: null,
  finishedAt: null,
  expiresAt: null,
};
const RUNNING: AccountExport = { ...QUEUED, state: 'running', totalCalls: 1_200, doneCalls: 300, percent: 40 };
const READY: AccountExport = {
  ...RUNNING,
  state: 'ready',
  doneCalls: 1_200,
  percent: 100,
  bytes: 734_003_200,
  finishedAt: '2026-03-31T14:25:00.000Z',
  expiresAt: '2026-04-07T14:25:00.000Z',
};

const openSection = (
  latest?: AccountExport,
  options: Parameters<typeof openSettings>[0] = {},
): ReturnType<typeof openSettings> =>
  openSettings({
    part: 'privacy',
    ...options,
    responses: { [LIST_EXPORTS]: { exports: latest ? [latest] : [] }, ...options.responses },
  });
const findButton = (name: string): Promise<HTMLElement> => screen.findByRole('button', { name });

it('starts an export and shows its progress', async () => {
  const { api } = await openSection();
  const startButton = await findButton(EXPORTS_COPY.start);
  api.set(START_EXPORT, () => {
    api.set(LIST_EXPORTS, { exports: [RUNNING] });
    return new FakeResponse(202, QUEUED);
  });
  await userEvent.click(startButton);
  expect(await screen.findByRole('progressbar', { name: EXPORTS_COPY.title })).toHaveAttribute('aria-valuenow', '40');
  expect(screen.getByText('300 of 1,200 calls done')).toBeVisible();
  expect(screen.queryByRole('button', { name: EXPORTS_COPY.start })).not.toBeInTheDocument();
  expect(await findAccessibilityProblems()).toEqual([]);
});

it('says that another export is in progress, and shows it', async () => {
  const message = 'An export of this account is already in progress. Wait until it is done, or cancel it.';
  const { api } = await openSection();
  const startButton = await findButton(EXPORTS_COPY.start);
  api.set(START_EXPORT, new FakeResponse(409, { code: 'EXPORT_UNDER_WAY', message }));
  api.set(LIST_EXPORTS, { exports: [QUEUED] });
  await userEvent.click(startButton);
  expect(await screen.findByText(message)).toBeInTheDocument();
  expect(await screen.findByText(EXPORTS_COPY.queued)).toBeVisible();
});

it.each([
  [null, true],
  [{ code: 'MAIL_UNAVAILABLE', message: "Email isn't available yet." } as const, false],
])('promises an email only if email is available (%j)', async (unavailable, canEmail) => {
  await openSection(RUNNING, { connectionsResponse: connections({ email: { unavailable } }) });
  expect(await screen.findByText(EXPORTS_COPY.leave(canEmail))).toBeVisible();
  expect(screen.getByText(EXPORTS_COPY.text(canEmail))).toBeVisible();
});

it('cancels an export after confirmation', async () => {
  const { api } = await openSection(RUNNING);
  await userEvent.click(await findButton(EXPORTS_COPY.cancel));
  api.set('DELETE /api/my/exports/e1', () => {
    api.set(LIST_EXPORTS, { exports: [{ ...RUNNING, state: 'canceled' }] });
    return new FakeResponse(204);
  });
  expect(screen.getByRole('alertdialog', { name: EXPORTS_COPY.confirmCancel.title })).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: EXPORTS_COPY.cancel }));
  expect(await screen.findByText(EXPORTS_COPY.ended.canceled)).toBeVisible();
  expect(await findButton(EXPORTS_COPY.startAgain)).toBeVisible();
});

it('offers the file with its size and expiration, and deletes it', async () => {
  const { api } = await openSection(READY);
  const link = await screen.findByRole('link', { name: EXPORTS_COPY.download });
  expect(link).toHaveAttribute('href', '/api/my/exports/e1/file');
  expect(screen.getByText('Ready: 1,200 calls, 700.0 MB')).toBeVisible();
  expect(screen.getByText(/^Available until Tue, Apr 7.*10:25/)).toBeVisible();
  expect(await findAccessibilityProblems()).toEqual([]);
  await clickAndConfirm(api, link, false);
  await userEvent.click(await findButton(EXPORTS_COPY.remove));
  api.set('DELETE /api/my/exports/e1', new FakeResponse(204));
  await userEvent.click(screen.getByRole('button', { name: EXPORTS_COPY.remove }));
  await waitFor(() => expect(api.requests()).toContain('DELETE /api/my/exports/e1'));
});

it('explains why an export failed and offers a retry', async () => {
  const failure = "There wasn't enough space to store the export. Contact support, then try again.";
  await openSection({ ...RUNNING, state: 'failed', failure });
  expect(await screen.findByText(failure)).toBeVisible();
  expect(await findButton(EXPORTS_COPY.retry)).toBeVisible();
});

it.each(['expired', 'erased', 'deleted', 'replaced'] as const)('shows how an export ended: %s', async (state) => {
  await openSection({ ...READY, state });
  expect(await screen.findByText(EXPORTS_COPY.ended[state])).toBeVisible();
  expect(screen.queryByRole('link', { name: EXPORTS_COPY.download })).not.toBeInTheDocument();
});

it('does not load exports for managers, and says who can export', async () => {
  const { api } = await openSection(undefined, { user: { ...TEST_USERS.user, memberRole: 'manager' } });
  expect(await screen.findByText(EXPORTS_COPY.ownersOnly)).toBeVisible();
  expect(api.requests()).not.toContain(LIST_EXPORTS);
});
