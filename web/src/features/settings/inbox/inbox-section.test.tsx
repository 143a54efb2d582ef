import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

import type { Inbox } from '../../../api/types';
import { ACCOUNT_SETTINGS } from '../../../testing/account-settings';
import { connections } from '../../../testing/connections';
import { rejectField } from '../../../testing/fake-api';
import { GET_INBOX, GET_SETTINGS, NO_INBOX, openConnections, PUT_SETTINGS } from '../../../testing/open-settings';
import { TEST_USERS } from '../../../testing/test-users';

const INBOX: Inbox = {
  ...NO_INBOX,
  folder: '/srv/inbox/4711',
  checkedAt: '2026-11-28T15:16:40.000Z',
  takenAt: '2026-11-28T15:16:40.000Z',
  waiting: 2,
  names: ['external-201-15551234567-20261128-101500-1795861300.12.wav'],
};

const openInbox = (inbox: Inbox, settings = {}): ReturnType<typeof openConnections> =>
  openConnections(connections(), { settings, responses: { [GET_INBOX]: inbox } });
const findDetails = async (): Promise<HTMLElement> => screen.findByRole('list', { name: 'Details from file names' });

describe('InboxSection', () => {
  it('says who to ask if there is no inbox, and hides the inbox settings', async () => {
    await openInbox(NO_INBOX);
    expect(await screen.findByText(/^There's no folder for your phone system's recordings yet\./)).toBeVisible();
    expect(screen.queryByLabelText(/^File name patterns/)).not.toBeInTheDocument();
  });

  it('tells administrators how to set up an inbox', async () => {
    await openConnections(connections(), { user: TEST_USERS.admin });
    expect(await screen.findByText(/^Set INBOX_DIR /)).toBeVisible();
  });

  it('shows the folder, its state and the rejected files', async () => {
    await openInbox({
      ...INBOX,
      problem: "The share isn't responding.",
      refused: [{ name: 'list.csv', reason: "We can't read this file.", at: '2026-11-28T15:16:40.000Z' }],
    });
    expect(await screen.findByText('/srv/inbox/4711')).toBeVisible();
    expect(screen.getByText(/^2 files waiting\. Last one processed /)).toBeVisible();
    expect(screen.getByText("The share isn't responding.")).toBeVisible();
    await userEvent.click(screen.getByText('Rejected files'));
    expect(screen.getByText("We can't read this file.")).toBeVisible();
  });

  it.each<[Partial<Inbox>, string]>([
    [{ checkedAt: null }, "We haven't found the folder yet. If it doesn't exist, ask your administrator to create it."],
    [{ waiting: 500, takenAt: null }, '500 files or more waiting. None processed yet.'],
    [{ waiting: 0, takenAt: null }, 'No files waiting. None processed yet.'],
  ])('with the state %o, says: %s', async (state, text) => {
    await openInbox({ ...INBOX, ...state });
    expect(await screen.findByText(text)).toBeVisible();
  });

  it('saves how to handle processed files', async () => {
    const { api } = await openInbox(INBOX);
    await userEvent.selectOptions(await screen.findByLabelText('After a recording is processed'), 'Delete it');
    await waitFor(() => expect(api.requests()).toContain(PUT_SETTINGS));
  });

  it('previews patterns on the latest names and on pasted ones, and saves them only on request', async () => {
    const { api } = await openInbox(INBOX);
    const list = within(await findDetails());
    expect(
      list.getByText('Inbound · from (555) 123-4567 · to 201 · agent Extension 201 · Nov 28, 2026, 10:15 AM'),
    ).toBeVisible();
    const names = screen.getByLabelText(/^Try file names/);
    await userEvent.clear(names);
    await userEvent.type(names, 'Dana_15551234567.wav');
    expect(list.getByText("No pattern matches. The call gets the file's time and no phone number.")).toBeVisible();
    const patterns = screen.getByLabelText(/^File name patterns/);
    await userEvent.type(patterns, '{{customer}_{{phone}');
    expect(screen.getByRole('alert')).toHaveTextContent("{phone} doesn't exist.");
    expect(screen.getByRole('button', { name: 'Save patterns' })).toBeDisabled();
    await userEvent.clear(patterns);
    await userEvent.type(patterns, '{{customer}_{{from}');
    expect(list.getByText('No direction · from (555) 123-4567 · customer Dana · file time')).toBeVisible();
    expect(api.requests()).not.toContain(PUT_SETTINGS);
    await userEvent.click(screen.getByRole('button', { name: 'Save patterns' }));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Save patterns' })).not.toBeInTheDocument());
    expect(patterns).toHaveValue('{customer}_{from}');
  });

  it("saves the patterns in the user's order, along with any that a colleague has since added", async () => {
    const { api } = await openInbox(INBOX, { inboxPatterns: ['{date}', '{time}'] });
    const patterns = await screen.findByLabelText(/^File name patterns/);
    const save = (): Promise<void> => userEvent.click(screen.getByRole('button', { name: 'Save patterns' }));
    await userEvent.clear(patterns);
    await userEvent.type(patterns, '{{time}{Enter}{{date}');
    await save();
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Save patterns' })).not.toBeInTheDocument());
    await userEvent.clear(patterns);
    await userEvent.type(patterns, '{{date}{Enter}{{time}{Enter}{{from}');
    const requestCount = api.requests().length;
    api.set(GET_SETTINGS, { ...ACCOUNT_SETTINGS, inboxPatterns: ['{time}', '{date}', '{to}'] });
    act(() => void window.dispatchEvent(new Event('visibilitychange')));
    await waitFor(() => expect(api.requests().slice(requestCount)).toContain(GET_SETTINGS));
    await save();
    await api.expectBodies(PUT_SETTINGS, [
      { inboxPatterns: ['{time}', '{date}'] },
      { inboxPatterns: ['{date}', '{time}', '{from}', '{to}'] },
    ]);
  });

  it('keeps what the user types while patterns are being saved', async () => {
    const { api } = await openInbox(INBOX);
    const patterns = await screen.findByLabelText(/^File name patterns/);
    await userEvent.type(patterns, '{{date}');
    const respond = api.hold(PUT_SETTINGS);
    await userEvent.click(screen.getByRole('button', { name: 'Save patterns' }));
    await userEvent.type(patterns, ' {{number}');
    await act(async () => respond({ ...ACCOUNT_SETTINGS, inboxPatterns: ['{date}'] }));
    expect(await screen.findByText('Saved')).toBeInTheDocument();
    expect(patterns).toHaveValue('{date} {number}');
    expect(screen.getByRole('button', { name: 'Save patterns' })).toBeEnabled();
  });

  it('keeps patterns that the API rejects, and discards them on request', async () => {
    const { api } = await openInbox(INBOX, { inboxPatterns: ['{date} {number}'] });
    const patterns = await screen.findByLabelText(/^File name patterns/);
    await userEvent.type(patterns, '{{time}');
    api.set(PUT_SETTINGS, rejectField('inboxPatterns', 'Invalid pattern.'));
    await userEvent.click(screen.getByRole('button', { name: 'Save patterns' }));
    expect(await screen.findByText('Invalid pattern.')).toBeVisible();
    expect(patterns).toHaveValue('{date} {number}{time}');
    await userEvent.click(screen.getByRole('button', { name: 'Discard' }));
    expect(patterns).toHaveValue('{date} {number}');
  });
});
