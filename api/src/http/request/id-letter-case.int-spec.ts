import { useSignedInOwner } from '@ringwell/testing/use-signed-in-owner';

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

describe('Requests with uppercase ids', () => {
  const { api, database, owner: account, client: owner } = useSignedInOwner();

  const upperCase = (id: string | null): string => String(id).toUpperCase();

  it("open the user's own profile", async () => {
    expect(await owner.get(`/api/n8n/profile/${upperCase(account.account.id)}`)).toMatchObject({
      status: 200,
      body: { userId: account.account.id },
    });
  });

  it("open the user's own account, and name it in the header", async () => {
    expect((await owner.post(`/api/my/accounts/${upperCase(account.account.id)}/open`)).status).toBe(204);
    const headers = { 'x-account-id': upperCase(account.account.id), 'x-user-id': upperCase(account.user.id) };
    expect((await owner.get('/api/my/accounts', headers)).status).toBe(200);
  });

  it("don't demote an owner who transfers ownership to themselves", async () => {
    await database.makeMember(account, 'owner');
    await owner.post(`/api/my/members/${upperCase(account.user.id)}/transfer-ownership`);
    expect((await owner.get('/api/auth/user')).body).toMatchObject({ memberRole: 'owner' });
  });

  it('record that members who remove themselves left the account', async () => {
    const member = await database.makeMember(account, 'owner');
    const client = await api.signIn(member);
    expect((await client.delete(`/api/my/members/${upperCase(member.id)}`)).status).toBe(204);
    const { body } = await owner.get<{ description: string }[]>('/api/my/activity');
    expect(JSON.stringify(body)).toContain(`${member.email} left the account.`);
  });

  it('assign a follow-up to a member, and find their follow-ups', async () => {
    const { id, customerId } = await database.makeFollowUp(account.account.id);
    const response = await owner.patch(`/api/follow-ups/${upperCase(id)}`, {
      action: 'assign',
      assigneeId: upperCase(account.user.id),
    });
    expect(response).toMatchObject({ status: 200, body: { assignee: { id: account.user.id } } });
    const query = `assignee=${upperCase(account.user.id)}&customerId=${upperCase(customerId)}`;
    expect((await owner.get(`/api/follow-ups?${query}`)).body).toMatchObject({ followUps: [{ id }] });
  });

  it('do not list a closed follow-up among its own earlier follow-ups', async () => {
    const { id } = await database.makeFollowUp(account.account.id);
    await owner.patch(`/api/follow-ups/${id}`, { action: 'dismiss' });
    expect((await owner.get(`/api/follow-ups/${upperCase(id)}`)).body).toMatchObject({ earlier: [] });
  });

  it("show the user's own picture", async () => {
    await owner.put('/api/my/picture', new Blob([Uint8Array.from(PNG)]));
    const response = await fetch(`${api.url}/api/users/${upperCase(account.user.id)}/picture`, {
      headers: { cookie: owner.cookie },
    });
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('image/webp');
  });
});
