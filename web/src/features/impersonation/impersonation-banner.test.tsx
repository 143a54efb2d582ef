import { act, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { useLocation } from 'react-router';

import { IMPERSONATION_POLL_MS, LEAVE_DELAY_MS } from '../../lib/constants';
import { COPY } from '../../lib/copy';
import { createQueryClient } from '../../lib/query-client';
import { myKey, userQuery } from '../../lib/session';
import { fakeApi, FakeAnswer } from '../../testing/fake-api';
import { answersFor, PEOPLE } from '../../testing/people';
import { renderPart } from '../../testing/render-part';
import { ImpersonationBanner } from './impersonation-banner';

const STATUS = 'GET /api/admin/impersonation-status';
const VIEWING = { isImpersonating: true, impersonatedUser: { firstName: 'Sam', lastName: 'Becker', email: 'sam@becker.example' }, admin: { email: 'dana@reyes.example' } };
const NOT_VIEWING = { isImpersonating: false, impersonatedUser: null, admin: null };

function Path(): ReactNode {
  return <p>{useLocation().pathname}</p>;
}

async function open(answers: Record<string, unknown>): Promise<{ api: ReturnType<typeof fakeApi>; client: ReturnType<typeof createQueryClient> }> {
  jest.useFakeTimers();
  const api = fakeApi({ ...answersFor(PEOPLE.user), ...answers });
  const client = createQueryClient();
  client.setQueryData(userQuery.queryKey, PEOPLE.user);
  client.setQueryData(myKey('u1', 'usage'), { totalMinutes: 1 });
  renderPart(<><ImpersonationBanner /><Path /></>, client);
  await pass(1);
  return { api, client };
}

const pass = (ms: number): Promise<void> => act(() => jest.advanceTimersByTimeAsync(ms));
const polls = (api: ReturnType<typeof fakeApi>): number => api.requests().filter((call) => call === STATUS).length;

describe('the impersonation banner', () => {
  it('says who is viewed and by whom', async () => {
    await open({ [STATUS]: VIEWING });
    expect(screen.getByRole('status')).toHaveTextContent('Viewing as: Sam Becker(Admin: dana@reyes.example)');
  });

  it('is not there otherwise, asks every five seconds, and shows when it starts in another tab, with none of the old data', async () => {
    const { api, client } = await open({ [STATUS]: NOT_VIEWING });
    expect(screen.queryByRole('status')).not.toBeInTheDocument();
    await pass(IMPERSONATION_POLL_MS - 2);
    expect(polls(api)).toBe(1);
    api.set(STATUS, VIEWING);
    await pass(2);
    expect(polls(api)).toBeGreaterThanOrEqual(2);
    expect(screen.getByText('Viewing as: Sam Becker')).toBeVisible();
    expect(client.getQueryData(myKey('u1', 'usage'))).toBeUndefined();
  });

  it('stops asking after a failure', async () => {
    const { api } = await open({ [STATUS]: new FakeAnswer(500) });
    await pass(IMPERSONATION_POLL_MS * 4);
    expect(polls(api)).toBe(1);
  });

  it('exits: the account is fetched again, a toast, and after half a second the users', async () => {
    let answer: (value: unknown) => void = () => undefined;
    const { api, client } = await open({ [STATUS]: VIEWING, 'POST /api/admin/stop-impersonation': () => new Promise((resolve) => { answer = resolve; }) });
    act(() => screen.getByRole('button', { name: COPY.impersonation.exit }).click());
    await pass(1);
    expect(screen.getByRole('button', { name: 'Exiting...' })).toBeDisabled();
    api.set(STATUS, NOT_VIEWING);
    api.set('GET /api/auth/user', PEOPLE.admin);
    answer({});
    await pass(10);
    expect(client.getQueryData(userQuery.queryKey)).toMatchObject({ id: 'a1' });
    expect(client.getQueryData(myKey('u1', 'usage'))).toBeUndefined();
    expect(screen.getByText('Returned to admin account')).toBeVisible();
    await pass(LEAVE_DELAY_MS - 11);
    expect(screen.getByText('/')).toBeVisible();
    await pass(11);
    expect(screen.getByText('/users')).toBeVisible();
  });

  it('says when the exit failed', async () => {
    await open({ [STATUS]: VIEWING, 'POST /api/admin/stop-impersonation': new FakeAnswer(500) });
    act(() => screen.getByRole('button', { name: COPY.impersonation.exit }).click());
    await pass(1);
    expect(screen.getByText('Failed to exit impersonation mode')).toBeVisible();
    expect(screen.getByRole('button', { name: COPY.impersonation.exit })).toBeEnabled();
  });
});
