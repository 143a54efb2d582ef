import { Call } from '@ringwell/database/calls/call.entity';
import { IntakeClient, makeWav } from '@ringwell/testing/intake-client';
import { problem } from '@ringwell/testing/session-client';
import { useSignedInOwner } from '@ringwell/testing/use-signed-in-owner';

import type { ActivityDto } from '../activity/activity.dto';
import type { CallPageDto } from '../calls/dto/call-summary.dto';
import type { FullCallDto } from '../calls/dto/full-call.dto';
import type { HappinessDto } from '../reports/dto/happiness.dto';
import type { AgentDto } from './agent.dto';

const RECORDING_URL = 'https://recordings.example.com/a.mp3';

describe('/api/my/agents', () => {
  const { api, database, owner: account, client: owner } = useSignedInOwner();
  let intake: IntakeClient;

  beforeEach(async () => {
    intake = new IntakeClient(api.url, account.token);
  });

  const submitCall = async (agentName: string): Promise<string> =>
    (await intake.postJson({ recordingUrl: RECORDING_URL, agentName })).body.id;
  const listAgents = async (): Promise<AgentDto[]> => (await owner.get<AgentDto[]>('/api/my/agents')).body;
  const findAgent = async (name: string): Promise<AgentDto> => {
    const match = (await listAgents()).find((agent) => agent.name === name);
    if (!match) throw new Error(`There is no agent ${name}.`);
    return match;
  };
  const mergeInto = (id: string, sameAsId: string) =>
    owner.put<AgentDto[]>(`/api/my/agents/${id}`, { memberUserId: null, sameAsId });
  const findLastActivity = async (): Promise<string | undefined> =>
    (await owner.get<ActivityDto[]>('/api/my/activity')).body[0]?.description;
  const listAgentNames = async (query = ''): Promise<(string | null)[]> =>
    (await owner.get<CallPageDto>(`/api/calls${query}`)).body.items.map(({ agentName }) => agentName);

  it('creates one agent per name regardless of case and spaces, even for concurrent calls', async () => {
    const names = [' Paul  Reyes', 'PAUL REYES', 'paul reyes', 'Paul Reyes'];
    const responses = await Promise.all([
      ...Array.from({ length: 20 }, (_, index) =>
        intake.postJson({ recordingUrl: RECORDING_URL, agentName: names[index % names.length] }),
      ),
      intake.postForm([
        ['audio', makeWav(2_000)],
        ['agentName', 'Paul Reyes'],
      ]),
    ]);
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([202]));
    expect((await listAgents()).map(({ name, callCount }) => [name.toLowerCase(), callCount])).toEqual([
      ['paul reyes', 21],
    ]);
    expect(await intake.postJson({ recordingUrl: RECORDING_URL, agentName: 'x'.repeat(101) })).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'agentName' }] },
    });
  });

  it('lists agents with the same number of calls by name, regardless of accents', async () => {
    for (const name of ['Zoe', 'Ángel', 'ben']) await submitCall(name);
    expect((await listAgents()).map(({ name }) => name)).toEqual(['Ángel', 'ben', 'Zoe']);
  });

  it('lists at most 500 agents, keeping the busiest and the matched ones, when a sender names a new agent on every call', async () => {
    for (let call = 0; call < 2; call += 1) await submitCall('Zoe');
    const { id } = await database.makeMember(account, 'member');
    const sql = `insert into agents (account_id, name, member_user_id) values ($1, 'Zzz', $2)`;
    await database.query(sql, [account.account.id, id]);
    await database.query(
      `
      with named as (
        insert into agents (account_id, name) select $1, 'Call ' || number from generate_series(1, 600) number returning id
      )
      insert into calls (account_id, source, agent_id, agent_source) select $1, 'n8n', id, 'given' from named`,
      [account.account.id],
    );
    const listedAgents = await listAgents();
    expect(listedAgents).toHaveLength(500);
    expect(listedAgents[0]).toMatchObject({ name: 'Zoe', callCount: 2 });
    expect(listedAgents.at(-1)).toMatchObject({ name: 'Zzz', callCount: 0 });
  });

  it('shows the agent in call details, lists, searches, the export and automations', async () => {
    const id = await submitCall('Paul');
    const { body } = await owner.get<FullCallDto>(`/api/calls/${id}`);
    expect(body).toMatchObject({ agentName: 'Paul', agentSource: 'given' });
    expect((await intake.get(id)).body).toMatchObject({ agentName: 'Paul' });
    await owner.patch(`/api/calls/${id}`, { customerName: 'Dana Whitfield' });
    expect(await listAgentNames('?search=Whitfield')).toEqual(['Paul']);
    expect((await owner.get<string>('/api/calls/export.csv')).body).toMatch(/,Dana Whitfield,Paul,/);
  });

  it("suggests the only member whose name matches, and shows the member's name once matched", async () => {
    const paul = await database.makeMember(account, 'member');
    const earlierCallId = await submitCall('paul');
    expect(await listAgents()).toMatchObject([
      { name: 'paul', callCount: 1, member: null, suggestion: { userId: paul.id, name: 'Paul Ruiz' } },
    ]);
    const { id } = await findAgent('paul');
    const matchResponse = await owner.put<AgentDto[]>(`/api/my/agents/${id}`, { memberUserId: paul.id });
    expect(await findLastActivity()).toBe('An agent was matched to a member.');
    expect(matchResponse.body).toMatchObject([{ member: { userId: paul.id, name: 'Paul Ruiz' }, suggestion: null }]);
    await submitCall('PAUL');
    expect(await listAgentNames()).toEqual(['Paul Ruiz', 'Paul Ruiz']);

    // The same person, spelled differently.
    await submitCall('Paul R.');
    const otherAgent = await findAgent('Paul R.');
    expect(otherAgent.suggestion).toMatchObject({ userId: paul.id });
    await owner.put(`/api/my/agents/${otherAgent.id}`, { memberUserId: paul.id });
    await submitCall('Sam');
    expect(await listAgentNames(`?agent=${id}`)).toEqual(['Paul Ruiz', 'Paul Ruiz', 'Paul Ruiz']);
    expect(await listAgentNames(`?agent=${(await findAgent('Sam')).id}`)).toEqual(['Sam']);

    // The member's full name refers to the member, even after the agent "paul" is matched to someone else.
    const form = new FormData();
    form.append('audio', new Blob([new Uint8Array(makeWav(2_000))]), 'call.wav');
    form.append('agentName', 'PAUL RUIZ');
    await owner.post('/api/calls', form);
    expect((await findAgent('PAUL RUIZ')).member).toMatchObject({ userId: paul.id });
    await owner.patch(`/api/calls/${earlierCallId}`, { agentName: 'paul ruiz' });
    expect(await findAgent('PAUL RUIZ')).toMatchObject({ member: { userId: paul.id }, callCount: 2 });
    expect(await listAgentNames(`?agent=${id}`)).toEqual(Array(4).fill('Paul Ruiz'));

    await owner.delete(`/api/my/members/${paul.id}`);
    expect(await findAgent('paul')).toMatchObject({ member: null, suggestion: null });
    expect(await listAgentNames()).toEqual(['PAUL RUIZ', 'Sam', 'Paul R.', 'paul', 'PAUL RUIZ']);
  });

  it('stops suggesting a dismissed member until the dismissal is undone', async () => {
    const paul = await database.makeMember(account, 'member');
    await submitCall('Paul');
    const { id } = await findAgent('Paul');
    await owner.put(`/api/my/agents/${id}`, { memberUserId: null, isSuggestionDismissed: true });
    expect(await listAgents()).toMatchObject([{ member: null, suggestion: null, isSuggestionDismissed: true }]);
    expect(await findLastActivity()).toBe('A suggestion for an agent was dismissed.');
    await owner.put(`/api/my/agents/${id}`, { memberUserId: null });
    expect(await findLastActivity()).toBe('Suggestions for an agent were restored.');
    expect(await listAgents()).toMatchObject([{ member: null, suggestion: { userId: paul.id } }]);
    const secondMember = await database.makeMember(account, 'viewer');
    expect(await listAgents()).toMatchObject([{ suggestion: null }]);
    expect(await owner.put(`/api/my/agents/${id}`, { memberUserId: secondMember.id })).toMatchObject({ status: 200 });
  });

  it('merges the names of a nonmember, and keeps them merged when later matched to a member', async () => {
    for (const name of ['Paul', 'Paul Fenn', 'P. Fenn', 'Mia']) await submitCall(name);
    const [paul, fenn, initial] = [await findAgent('Paul'), await findAgent('Paul Fenn'), await findAgent('P. Fenn')];
    expect([paul.sameAsSuggestion, fenn.sameAsSuggestion]).toEqual([{ id: fenn.id, name: 'Paul Fenn' }, null]);
    await mergeInto(initial.id, paul.id);
    expect((await mergeInto(paul.id, fenn.id)).body.find(({ id }) => id === paul.id)).toMatchObject({
      sameAs: { id: fenn.id, name: 'Paul Fenn' },
      sameAsSuggestion: null,
    });
    expect(await listAgentNames()).toEqual(['Mia', 'Paul Fenn', 'Paul Fenn', 'Paul Fenn']);
    for (const { id } of [paul, fenn, initial]) expect(await listAgentNames(`?agent=${id}`)).toHaveLength(3);
    expect(await mergeInto(fenn.id, paul.id)).toMatchObject(problem(409, 'AGENT_IS_SAME'));
    expect(await mergeInto(fenn.id, fenn.id)).toMatchObject({ status: 409 });

    const member = await database.makeMember(account, 'member');
    await owner.put(`/api/my/agents/${fenn.id}`, { memberUserId: member.id });
    expect(await listAgentNames()).toEqual(['Mia', 'Paul Ruiz', 'Paul Ruiz', 'Paul Ruiz']);
    await owner.put(`/api/my/agents/${paul.id}`, { memberUserId: null });
    expect(await findLastActivity()).toBe("Two of an agent's names are no longer merged.");
    expect(await listAgentNames()).toEqual(['Mia', 'Paul Ruiz', 'Paul Ruiz', 'Paul']);
    expect(await listAgentNames(`?agent=${paul.id}`)).toEqual(['Paul']);
  });

  it('keeps one of two names when each is merged into the other concurrently', async () => {
    for (const name of ['Paul', 'Paul Fenn']) await submitCall(name);
    const [paul, fenn] = [await findAgent('Paul'), await findAgent('Paul Fenn')];
    const responses = await Promise.all([mergeInto(paul.id, fenn.id), mergeInto(fenn.id, paul.id)]);
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(new Set(await listAgentNames()).size).toBe(1);
  });

  it('keeps names merged when one of them is matched to a member', async () => {
    const member = await database.makeMember(account, 'member');
    for (const name of ['Paul Ruiz', 'Pauly', 'P. R.', 'Boss']) await submitCall(name);
    const [ruiz, pauly, initials, boss] = [
      await findAgent('Paul Ruiz'),
      await findAgent('Pauly'),
      await findAgent('P. R.'),
      await findAgent('Boss'),
    ];
    await mergeInto(pauly.id, ruiz.id);
    await owner.put(`/api/my/agents/${boss.id}`, { memberUserId: member.id });
    await owner.patch(`/api/calls/${await submitCall('Somebody')}`, { agentName: 'Paul Ruiz' });
    expect((await findAgent('Pauly')).member?.userId).toBe(member.id);
    expect(await listAgentNames(`?agent=${pauly.id}`)).toHaveLength(4);

    await owner.put(`/api/my/agents/${ruiz.id}`, { memberUserId: null });
    expect(await findLastActivity()).toBe('An agent is no longer matched to a member.');
    await database.whileLocked('update agents set member_user_id = $1 where id = $2', [member.id, ruiz.id], () =>
      mergeInto(initials.id, ruiz.id),
    );
    expect((await findAgent('P. R.')).member?.userId).toBe(member.id);
  });

  it('hides a name from reports, but not from its calls', async () => {
    const { id: accountId } = account.account;
    await submitCall('Invoice');
    const { id } = await findAgent('Invoice');
    await database.makeCompletedCall(accountId, { call: { agentId: id, agentSource: 'heard' } });
    const countReportedAgents = async (): Promise<number> =>
      (await owner.get<HappinessDto>('/api/my/happiness')).body.agents.length;
    expect(await countReportedAgents()).toBe(1);
    await owner.put(`/api/my/agents/${id}`, { memberUserId: null, isHidden: true });
    expect(await countReportedAgents()).toBe(0);
    expect(await listAgents()).toMatchObject([{ name: 'Invoice', isHidden: true }]);
    expect(await listAgentNames()).toEqual(['Invoice', 'Invoice']);
    await owner.put(`/api/my/agents/${id}`, { memberUserId: null });
    expect(await findLastActivity()).toBe("An agent's name is no longer hidden.");
    expect(await countReportedAgents()).toBe(1);
    expect(await owner.put(`/api/my/agents/${id}`, { memberUserId: account.user.id, isHidden: true })).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'memberUserId', message: 'Choose one: a member, another name, or hidden.' }] },
    });
  });

  it("corrects and removes a call's agent, and reports where the name came from", async () => {
    const { id } = await database.makeCompletedCall(account.account.id);
    expect(await listAgentNames()).toEqual([null]);
    const response = await owner.patch<FullCallDto>(`/api/calls/${id}`, { agentName: ' Mia ' });
    expect(response.body).toMatchObject({ agentName: 'Mia', agentSource: 'corrected' });
    const removalResponse = await owner.patch<FullCallDto>(`/api/calls/${id}`, { agentName: '' });
    expect(removalResponse.body).toMatchObject({ agentName: null, agentSource: null });
    expect(await database.manager.findOneByOrFail(Call, { id })).toMatchObject({ agentSource: 'corrected' });
    expect(await listAgents()).toEqual([]);
  });

  it('keeps agents, members and calls of different accounts separate', async () => {
    const stranger = await database.makeAccount();
    const strangerClient = await api.signIn(stranger.user);
    await new IntakeClient(api.url, stranger.token).postJson({ recordingUrl: RECORDING_URL, agentName: 'Paul' });
    await submitCall('Paul');
    const { id } = await findAgent('Paul');
    expect(await strangerClient.put(`/api/my/agents/${id}`, { memberUserId: null })).toMatchObject({ status: 404 });
    expect(await owner.put(`/api/my/agents/${id}`, { memberUserId: stranger.user.id })).toMatchObject(
      problem(404, 'MEMBER_NOT_FOUND'),
    );
    expect((await strangerClient.get<CallPageDto>(`/api/calls?agent=${id}`)).body.items).toEqual([]);
    expect(await owner.put(`/api/my/agents/${id}`, {})).toMatchObject({ status: 400 });
    const { body } = await strangerClient.get<AgentDto[]>('/api/my/agents');
    expect(await owner.put(`/api/my/agents/${id}`, { memberUserId: null, sameAsId: body[0]?.id })).toMatchObject(
      problem(404, 'AGENT_NOT_FOUND'),
    );
    expect(await owner.get('/api/calls?agent=paul')).toMatchObject({ status: 400 });
  });
});
