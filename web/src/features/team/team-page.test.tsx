import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

import type { CurrentUser } from '../../api/types';
import { COPY } from '../../lib/copy';
import { identityConfirmation } from '../../lib/session/identity-confirmation';
import { fakeApi, FakeResponse } from '../../testing/fake-api';
import { getHref } from '../../testing/get-href';
import { renderApp } from '../../testing/render-app';
import { agent, invitation, member, ROBIN } from '../../testing/team';
import { responsesFor, TEST_USERS } from '../../testing/test-users';
import { TEAM_COPY } from './team-copy';

const MEMBERS = 'GET /api/my/members';
const INVITATIONS = 'GET /api/my/invitations';
const INVITE = 'POST /api/my/invitations';
const LAST_OWNER = new FakeResponse(409, { code: 'LAST_OWNER', message: 'This is the only owner of the account.' });
const OWNER = TEST_USERS.user;
const MANAGER = { ...OWNER, memberRole: 'manager' } as const;

beforeEach(() => jest.spyOn(window, 'scrollBy').mockImplementation(() => undefined));

function renderPage(responses: Record<string, unknown> = {}, user: CurrentUser = OWNER) {
  const api = fakeApi({
    ...responsesFor(user),
    [MEMBERS]: [member({ role: user.memberRole }), ROBIN],
    ...(user.memberRole === 'owner' && { [INVITATIONS]: [invitation()] }),
    ...responses,
  });
  renderApp('/team');
  return api;
}

const findRow = async (name: string): Promise<HTMLElement> => {
  const list = await screen.findByRole('list', { name: TEAM_COPY.members });
  const row = within(list)
    .getAllByRole('listitem')
    .find((item) => item.textContent.includes(name));
  if (!row) throw new Error(`${name} is not in the list.`);
  return row;
};
const findRobinRole = (): Promise<HTMLElement> => screen.findByRole('combobox', { name: 'Role of Robin Ortiz' });
const clickByRole = async (role: string, name: string | RegExp): Promise<void> =>
  userEvent.click(await screen.findByRole(role, { name }));
async function chooseAction(name: string): Promise<HTMLElement> {
  await clickByRole('button', 'Actions for Robin Ortiz');
  await clickByRole('menuitem', name);
  return screen.findByRole('alertdialog');
}

describe('members', () => {
  it('are listed for everyone, with what each role can do', async () => {
    const api = renderPage({}, MANAGER);
    expect(within(await findRow('Sam Becker')).getByText('You')).toBeVisible();
    expect(within(await findRow('Sam Becker')).getByText('Manager')).toBeVisible();
    expect(within(await findRow('Robin Ortiz')).getByText('robin@ortiz.example')).toBeVisible();
    expect(within(await findRow('Robin Ortiz')).getByText('Member')).toBeVisible();
    expect(screen.getByText(TEAM_COPY.roles.texts.viewer)).toBeVisible();
    expect(screen.queryByRole('combobox')).not.toBeInTheDocument();
    expect(screen.queryByRole('button', { name: TEAM_COPY.invite.submit })).not.toBeInTheDocument();
    expect(api.requests()).not.toContain(INVITATIONS);
  });

  it('can be assigned another role', async () => {
    const changedMembers = [member(), { ...ROBIN, role: 'viewer' }];
    const api = renderPage();
    const respond = api.hold('PATCH /api/my/members/u2');
    await userEvent.selectOptions(await findRobinRole(), 'Viewer');
    expect(await findRobinRole()).toBeEnabled(); // disabling it would lose focus
    await userEvent.selectOptions(await findRobinRole(), 'Manager');
    respond(changedMembers);
    expect((await screen.findAllByText('Robin Ortiz is now a viewer.'))[0]).toBeVisible();
    expect(await api.bodies('PATCH /api/my/members/u2')).toEqual([{ role: 'viewer' }]);
    expect(await findRobinRole()).toHaveDisplayValue('Viewer');
  });

  it('keep their role when the change is rejected, with the reason shown', async () => {
    renderPage({ 'PATCH /api/my/members/u2': LAST_OWNER });
    await userEvent.selectOptions(await findRobinRole(), 'Viewer');
    expect((await screen.findAllByText('This is the only owner of the account.'))[0]).toBeVisible();
    await waitFor(async () => expect(await findRobinRole()).toHaveDisplayValue('Member'));
  });

  it('become owners only after confirmation', async () => {
    const api = renderPage({ 'PATCH /api/my/members/u2': [member(), { ...ROBIN, role: 'owner' }] });
    await userEvent.selectOptions(await findRobinRole(), 'Owner');
    const dialog = await screen.findByRole('alertdialog', { name: TEAM_COPY.makeOwner.title });
    expect(api.requests()).not.toContain('PATCH /api/my/members/u2');
    await userEvent.click(within(dialog).getByRole('button', { name: TEAM_COPY.makeOwner.confirm }));
    await waitFor(async () => expect(await findRobinRole()).toHaveDisplayValue('Owner'));
    expect(await screen.findByRole('button', { name: TEAM_COPY.leave.action })).toBeVisible();
  });

  it('are removed after a dialog that names them', async () => {
    const api = renderPage({ 'DELETE /api/my/members/u2': new FakeResponse(204) });
    const dialog = await chooseAction(TEAM_COPY.remove.action);
    expect(within(dialog).getByText(/Robin Ortiz will lose access to Becker Plumbing/)).toBeVisible();
    api.set(MEMBERS, [member()]);
    await userEvent.click(within(dialog).getByRole('button', { name: TEAM_COPY.remove.action }));
    await waitFor(() => expect(screen.queryByText('robin@ortiz.example')).not.toBeInTheDocument());
    expect((await screen.findAllByText('Robin Ortiz was removed.'))[0]).toBeVisible();
  });

  it('can be given ownership, which makes the previous owner a manager', async () => {
    const api = renderPage();
    api.set('POST /api/my/members/u2/transfer-ownership', () => {
      api.set('GET /api/auth/user', MANAGER);
      return [{ ...ROBIN, role: 'owner' }, member({ role: 'manager' })];
    });
    const dialog = await chooseAction(TEAM_COPY.transfer.action);
    await userEvent.click(within(dialog).getByRole('button', { name: TEAM_COPY.transfer.confirm }));
    await waitFor(() => expect(screen.queryByRole('combobox')).not.toBeInTheDocument());
    expect(within(await findRow('Robin Ortiz')).getByText('Owner')).toBeVisible();
    expect(screen.queryByText(TEAM_COPY.invite.title)).not.toBeInTheDocument();
  });

  it('are not removed if the API rejects the request, and the dialog shows why', async () => {
    renderPage({ 'DELETE /api/my/members/u2': LAST_OWNER });
    const dialog = await chooseAction(TEAM_COPY.remove.action);
    await userEvent.click(within(dialog).getByRole('button', { name: TEAM_COPY.remove.action }));
    expect(await within(dialog).findByText('This is the only owner of the account.')).toBeVisible();
  });

  it('can leave, and then see another of their accounts', async () => {
    const api = renderPage({}, MANAGER);
    const otherUser = { ...OWNER, accountId: 'account-2', accountName: 'Ortiz Electric', status: 'demo' };
    api.set('DELETE /api/my/members/me', () => {
      api.set('GET /api/auth/user', otherUser);
      api.set('GET /api/my/demo-usage', { count: 0, limit: 5, maxMinutes: 10 });
      return new FakeResponse(204);
    });
    await clickByRole('button', TEAM_COPY.leave.action);
    const dialog = await screen.findByRole('alertdialog', { name: 'Leave Becker Plumbing?' });
    await userEvent.click(within(dialog).getByRole('button', { name: TEAM_COPY.leave.confirm }));
    expect(await screen.findByText('5 of 5 left')).toBeVisible();
    expect(screen.queryByText('robin@ortiz.example')).not.toBeInTheDocument();
  });

  it('are told why they cannot leave as the only owner', async () => {
    renderPage();
    expect(await screen.findByText(TEAM_COPY.leave.onlyOwner)).toBeVisible();
    expect(screen.queryByRole('button', { name: TEAM_COPY.leave.action })).not.toBeInTheDocument();
  });
});

describe('invitations', () => {
  const findEmailField = (): Promise<HTMLElement> => screen.findByLabelText('Email');

  it('are sent by email, and explain that the account has no company', async () => {
    const responses = { [INVITE]: { ...invitation({ id: 'i2', email: 'kim@becker.example' }), link: null } };
    const api = renderPage(responses, { ...OWNER, company: null });
    expect(await screen.findByText(TEAM_COPY.invite.noCompany(OWNER.accountName))).toBeVisible();
    await userEvent.type(await findEmailField(), 'kim@becker.example');
    await userEvent.selectOptions(screen.getByLabelText('Role'), 'Manager');
    await clickByRole('button', TEAM_COPY.invite.submit);
    expect((await screen.findAllByText('Invitation sent to kim@becker.example.'))[0]).toBeVisible();
    expect(await api.bodies(INVITE)).toEqual([{ email: 'kim@becker.example', role: 'manager' }]);
    expect(await findEmailField()).toHaveValue('');
  });

  it('require the user to confirm their identity before inviting a manager', async () => {
    renderPage({ 'GET /api/auth/confirm': { isConfirmed: false, method: 'password' } });
    await findEmailField();
    const role = screen.getByLabelText('Role');
    for (const isConfirmed of [false, true]) {
      await userEvent.selectOptions(role, 'Manager');
      await waitFor(() => expect(identityConfirmation.get()).not.toBeNull());
      act(() => identityConfirmation.get()?.settle(isConfirmed));
      await waitFor(() => expect(role).toHaveDisplayValue(isConfirmed ? 'Manager' : 'Member'));
    }
    await userEvent.selectOptions(role, 'Viewer');
    expect(role).toHaveDisplayValue('Viewer');
    expect(identityConfirmation.get()).toBeNull();
  });

  it('show their link if email is not set up, until they are revoked', async () => {
    const invite = invitation({ id: 'i2', email: 'kim@becker.example' });
    const link = 'https://ringwell.example/api/invitations?token=t1';
    const api = renderPage({ [INVITE]: { ...invite, link }, 'DELETE /api/my/invitations/i2': new FakeResponse(204) });
    await userEvent.type(await findEmailField(), 'kim@becker.example');
    api.set(INVITATIONS, [invite, invitation()]);
    await clickByRole('button', TEAM_COPY.invite.submit);
    expect(await screen.findByText(link)).toBeVisible();
    expect(screen.getByText(TEAM_COPY.invite.link('kim@becker.example'))).toBeVisible();
    expect(screen.getByRole('button', { name: 'Copy link' })).toBeVisible();
    api.set(INVITATIONS, [invitation()]);
    await clickByRole('button', `${TEAM_COPY.invitations.revoke}: kim@becker.example`);
    await waitFor(() => expect(screen.queryByText(link)).not.toBeInTheDocument());
    expect(screen.queryByText('kim@becker.example')).not.toBeInTheDocument();
  });

  it('show when they expire, and are resent with the same role', async () => {
    const api = renderPage({
      [INVITATIONS]: [invitation(), invitation({ id: 'i3', email: 'late@becker.example', isExpired: true })],
      [INVITE]: new Promise(() => undefined),
      'DELETE /api/my/invitations/i3': new Promise(() => undefined),
    });
    expect(await screen.findByText('Expires in 6 days')).toBeVisible();
    expect(screen.getByText(TEAM_COPY.invitations.expired)).toBeVisible();
    const resendButton = screen.getByRole('button', { name: `${TEAM_COPY.invitations.resend}: late@becker.example` });
    await userEvent.click(resendButton);
    await userEvent.click(resendButton);
    await api.expectBodies(INVITE, [{ email: 'late@becker.example', role: 'viewer' }]);
    const revoke = screen.getByRole('button', { name: `${TEAM_COPY.invitations.revoke}: late@becker.example` });
    await userEvent.click(revoke);
    expect(revoke).toBeEnabled(); // disabling it would lose focus
  });

  it.each([
    [
      400,
      { code: 'VALIDATION_FAILED', message: 'x', errors: [{ field: 'email', message: 'Enter an email address.' }] },
    ],
    [409, { code: 'ALREADY_MEMBER', message: 'Enter an email address.' }],
  ])('are rejected with a reason (%s)', async (status, body) => {
    renderPage({ [INVITE]: new FakeResponse(status, body) });
    await userEvent.type(await findEmailField(), 'robin');
    await clickByRole('button', TEAM_COPY.invite.submit);
    expect(await screen.findByRole('alert')).toHaveTextContent('Enter an email address.');
    expect(await findEmailField()).toHaveValue('robin');
  });

  it('disappear when the user is no longer an owner', async () => {
    const api = renderPage({
      [INVITE]: new FakeResponse(403, { code: 'ROLE_TOO_LOW', message: 'Only owners of this account can do this.' }),
    });
    await userEvent.type(await findEmailField(), 'kim@becker.example');
    api.set('GET /api/auth/user', MANAGER);
    await clickByRole('button', TEAM_COPY.invite.submit);
    await waitFor(() => expect(screen.queryByText(TEAM_COPY.invite.title)).not.toBeInTheDocument());
    expect(screen.getByText(COPY.nav.settings)).toBeVisible();
  });
});

describe('agents on calls', () => {
  const LIST_AGENTS = 'GET /api/my/agents';
  const MATCH_AGENT = `PUT /api/my/agents/${agent().id}`;
  const suggestion = { userId: 'u2', name: 'Robin Ortiz' };
  const findAgentRow = async (): Promise<HTMLElement> => {
    const list = await screen.findByRole('list', { name: TEAM_COPY.agents.title });
    return within(list).getByRole('listitem');
  };

  it('are matched to the suggested member with one click, which can be undone', async () => {
    const api = renderPage({ [LIST_AGENTS]: [agent({ suggestion })], [MATCH_AGENT]: [agent({ member: suggestion })] });
    expect(await findAgentRow()).toHaveTextContent('Is this Robin Ortiz?');
    expect(getHref('14 calls handled by Robin')).toBe(`/calls?agent=${agent().id}`);
    await clickByRole('button', 'Yes, Robin is Robin Ortiz');
    expect((await screen.findAllByText("Robin's calls now show Robin Ortiz."))[0]).toBeVisible();
    const agentSelect = screen.getByRole('combobox', { name: 'Who is Robin?' });
    expect(agentSelect).toHaveDisplayValue('Robin Ortiz');
    expect(agentSelect).toHaveFocus();
    expect(screen.queryByText('Is this Robin Ortiz?')).not.toBeInTheDocument();
    api.set(MATCH_AGENT, [agent({ suggestion })]);
    await clickByRole('button', 'Undo for Robin');
    expect(await screen.findByText('Is this Robin Ortiz?')).toBeVisible();
    expect(await api.bodies(MATCH_AGENT)).toEqual([
      { memberUserId: 'u2', isSuggestionDismissed: false },
      { memberUserId: null },
    ]);
  });

  it('lose a declined suggestion, and can be matched to any member', async () => {
    const api = renderPage({
      [LIST_AGENTS]: [agent({ suggestion })],
      [MATCH_AGENT]: [agent({ isSuggestionDismissed: true })],
    });
    await clickByRole('button', "No, Robin isn't Robin Ortiz");
    await waitFor(() => expect(screen.queryByText('Is this Robin Ortiz?')).not.toBeInTheDocument());
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Who is Robin?' }), 'Sam Becker');
    await api.expectBodies(MATCH_AGENT, [
      { memberUserId: null, isSuggestionDismissed: true },
      { memberUserId: 'u1', isSuggestionDismissed: false },
    ]);
  });

  it('can be merged with another name for the same person, or hidden, if they are not members', async () => {
    const fenn = { id: '1c9d5b0e-2f2c-4c8a-8f5d-4a1f6f0f7d12', name: 'Robin Fenn' };
    const otherAgent = agent(fenn);
    const api = renderPage({
      [LIST_AGENTS]: [agent({ sameAsSuggestion: fenn }), otherAgent],
      [MATCH_AGENT]: [agent({ sameAs: fenn }), otherAgent],
    });
    await clickByRole('button', 'Yes, Robin is Robin Fenn');
    expect((await screen.findAllByText("Robin's calls now show Robin Fenn."))[0]).toBeVisible();
    const agentSelect = screen.getByRole('combobox', { name: 'Who is Robin?' });
    expect(agentSelect).toHaveDisplayValue('Robin Fenn');
    api.set(MATCH_AGENT, [agent({ isHidden: true }), otherAgent]);
    await userEvent.selectOptions(agentSelect, TEAM_COPY.agents.hide);
    await userEvent.click(await screen.findByText('1 hidden name', { selector: 'summary' }));
    expect(screen.queryByRole('link', { name: 'Robin' })).not.toBeInTheDocument(); // no report has this name
    api.set(MATCH_AGENT, [agent(), otherAgent]);
    await clickByRole('button', 'Undo for Robin');
    await waitFor(() => expect(screen.queryByText('1 hidden name')).not.toBeInTheDocument());
    expect(await api.bodies(MATCH_AGENT)).toEqual([
      { memberUserId: null, sameAsId: fenn.id },
      { memberUserId: null, isHidden: true },
      { memberUserId: null },
    ]);
  });

  it('are paginated, because each one lists all members and agents', async () => {
    const agents = Array.from({ length: 26 }, (_, index) => agent({ id: `a${index}`, name: `Agent ${index}` }));
    renderPage({ [LIST_AGENTS]: agents });
    expect(await screen.findByRole('link', { name: 'Agent 24' })).toBeVisible();
    expect(screen.queryByRole('link', { name: 'Agent 25' })).not.toBeInTheDocument();
    await clickByRole('button', 'Next');
    expect(await findAgentRow()).toHaveTextContent('Agent 25');
  });

  it('are read-only for users without permission to match them', async () => {
    renderPage({ [LIST_AGENTS]: [agent({ member: suggestion })] }, { ...OWNER, memberRole: 'member' });
    expect(await findAgentRow()).toHaveTextContent('Robin14 calls handled by RobinRobin Ortiz');
    expect(screen.queryByRole('combobox')).not.toBeInTheDocument();
  });

  it('show an explanation if there are none', async () => {
    renderPage();
    expect(await screen.findByText(TEAM_COPY.agents.none)).toBeVisible();
  });
});

describe('connected assistants', () => {
  const TEAM_ASSISTANTS = 'GET /api/my/team/assistants';
  const assistant = {
    id: 'a1',
    name: 'Claude',
    host: 'claude.ai',
    isReadOnly: false,
    connectedBy: 'Robin Ortiz',
    connectedAt: '2026-03-30T09:00:00.000Z',
    lastUsedAt: null,
  };

  it('are listed for owners, who can disconnect them', async () => {
    const api = renderPage({
      [TEAM_ASSISTANTS]: [assistant],
      'DELETE /api/my/team/assistants/a1': new FakeResponse(204),
    });
    expect(
      await screen.findByText(
        /^Can read calls, and take and close follow-ups, connected .* by Robin Ortiz, never used$/,
      ),
    ).toBeVisible();
    api.set(TEAM_ASSISTANTS, []);
    await clickByRole('button', /^Disconnect: Claude/);
    await waitFor(() => expect(screen.queryByText('Connected assistants')).not.toBeInTheDocument());
  });
});
