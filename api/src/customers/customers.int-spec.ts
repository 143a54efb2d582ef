import { CustomerChangesRepository } from '@ringwell/database/follow-ups/customer-changes.repository';
import { cancelStatement } from '@ringwell/testing/cancel-statement';
import { makeFollowUp } from '@ringwell/testing/make-follow-up';
import { problem, type ProblemBody } from '@ringwell/testing/session-client';
import { useSignedInOwner } from '@ringwell/testing/use-signed-in-owner';

import type { CustomerDetailsDto, CustomerPageDto } from './dto/customer.dto';

const PATH = '/api/customers';
const PHONES = ['+15551234567', '+15551234568', '+15551234569'] as const;
const UNKNOWN_ID = '3d1c5a52-4b2e-4a6c-9a54-0f0d7a3b1c22';
const DAY = 86_400_000;
const daysAgo = (days: number): Date => new Date(Date.now() - days * DAY);

describe('/api/customers', () => {
  const {
    api,
    database,
    owner: account,
    client: owner,
  } = useSignedInOwner({ settings: { timeZone: 'America/New_York' } });

  const addFollowUp = (options: Parameters<typeof makeFollowUp>[2] = {}): ReturnType<typeof makeFollowUp> =>
    database.makeFollowUp(account.account.id, options);
  /** Creates a call from an unhappy customer. @returns the customer's id */
  async function addCall(phone: string, days: number, customerName: string | null = null): Promise<string> {
    const { id } = await database.makeCompletedCall(account.account.id, {
      call: {
        customerKey: `tel:${phone}`,
        fromNumber: phone,
        direction: 'inbound',
        customerName,
        occurredAt: daysAgo(days),
        createdAt: daysAgo(days),
      },
    });
    return concludeCall(id, phone, daysAgo(days));
  }
  async function concludeCall(callId: string, phone: string, calledAt: Date, isUnhappy = true): Promise<string> {
    const { customers } = database.repositories;
    const customerId = await customers.findOrCreate(account.account.id, `tel:${phone}`, null);
    await database.unitOfWork.run(({ followUps }) =>
      followUps.apply({
        id: callId,
        accountId: account.account.id,
        calledAt,
        direction: 'inbound',
        durationSeconds: 40,
        label: isUnhappy ? 'negative' : 'neutral',
        course: [],
        hasEarlierResult: false,
        isMessage: false,
        reason: isUnhappy
          ? { kind: 'unhappy', dueAt: new Date(calledAt.getTime() + DAY), isPromisedTime: false }
          : null,
      }),
    );
    return customerId;
  }
  const configureWebhook = (): Promise<unknown> =>
    database.query("update account_settings set sealed_webhook_url = 'sealed' where account_id = $1", [
      account.account.id,
    ]);
  const listWebhooks = async (): Promise<string[]> =>
    (
      await database.query<{ type: string; id: string }[]>(
        `select event.type, event.follow_up_id as id from deliveries join follow_up_events event
          on event.id = deliveries.follow_up_event_id where deliveries.account_id = $1 order by event.type`,
        [account.account.id],
      )
    ).map(({ type, id }) => `${type} ${id}`);
  const listNames = async (query = ''): Promise<string[]> =>
    (await owner.get<CustomerPageDto>(`${PATH}${query}`)).body.customers.map(
      ({ name, phones }) => name ?? phones[0] ?? '',
    );
  const getCustomer = async (id: string | null): Promise<CustomerDetailsDto> =>
    (await owner.get<CustomerDetailsDto>(`${PATH}/${id}`)).body;
  const correctNumber = async (callId: string, from: string = PHONES[1]): Promise<CustomerDetailsDto> => {
    await owner.patch(`/api/calls/${callId}`, { from });
    return getCustomer((await owner.get<{ customer: { id: string } }>(`/api/calls/${callId}`)).body.customer.id);
  };

  it("shows a customer's identity, risks, promises and notes", async () => {
    const oldFollowUp = await addFollowUp({ kind: 'promise', calledAt: daysAgo(5), dueAt: daysAgo(3) });
    await owner.patch(`/api/follow-ups/${oldFollowUp.id}`, {
      action: 'done',
      outcome: 'called_back',
      note: 'Sent it.',
    });
    const { id: followUpId, callId, customerId } = await addFollowUp();
    await addFollowUp({ calledAt: daysAgo(1) });
    for (const action of [
      { action: 'no_answer', note: 'Mailbox full.' },
      { action: 'still_unhappy', note: 'Wants a refund.' },
      { action: 'no_answer', note: 'Wrong customer.' },
      { action: 'no_answer', note: 'Wrong number.' },
      { action: 'undo_no_answer' },
      { action: 'undo_no_answer' },
    ]) {
      const { version } = (await owner.get<{ version: number }>(`/api/follow-ups/${followUpId}`)).body;
      await owner.patch(`/api/follow-ups/${followUpId}`, { ...action, version });
    }
    const customer = await getCustomer(customerId);
    expect(customer).toMatchObject({
      id: customerId,
      name: 'Dana Reyes',
      isNameCorrected: false,
      phones: [PHONES[0]],
      recentCalls: 3,
      label: 'Negative',
      followUpId,
      risks: [
        { kind: 'unhappy_twice', calls: 2 },
        { kind: 'many_calls', calls: 3 },
      ],
      promises: [
        { followUpId: oldFollowUp.id, callId: oldFollowUp.callId, what: 'Send the quote by Friday', state: 'late' },
      ],
      notes: [
        { note: 'Wants a refund.', followUpId },
        { note: 'Mailbox full.', followUpId },
        { note: 'Sent it.', followUpId: oldFollowUp.id },
      ],
    });
    expect(customer.months).toHaveLength(12);
    expect(customer.months.reduce((sum, { negative, neutral }) => sum + negative + neutral, 0)).toBe(3);
    const { body } = await owner.get<{ items: { id: string }[] }>(`/api/calls?customer=${customerId}`);
    expect(body.items).toHaveLength(3);
    expect((await owner.get(`/api/calls/${callId}`)).body).toMatchObject({ customer: { id: customerId } });
  });

  it('lists customers in four orders, page by page, and filters and searches them', async () => {
    await addCall(PHONES[0], 3, 'Dana Reyes');
    await addFollowUp({ phone: PHONES[1], customerName: 'anna 100% Kim', calledAt: daysAgo(2) });
    await addFollowUp({ phone: PHONES[1], customerName: 'anna 100% Kim', calledAt: daysAgo(2) });
    await addCall(PHONES[2], 1);
    expect(await listNames()).toEqual([PHONES[2], 'anna 100% Kim', 'Dana Reyes']);
    expect(await listNames('?sort=calls')).toEqual(['anna 100% Kim', PHONES[2], 'Dana Reyes']);
    expect(await listNames('?sort=risk')).toEqual(['anna 100% Kim', PHONES[2], 'Dana Reyes']);
    expect(await listNames('?sort=name')).toEqual(['anna 100% Kim', 'Dana Reyes', PHONES[2]]);
    for (const sort of ['recent', 'calls', 'risk', 'name', 'recent&search=555']) {
      const names: string[] = [];
      let cursorQuery = '';
      do {
        const { body } = await owner.get<CustomerPageDto>(`${PATH}?sort=${sort}&limit=1${cursorQuery}`);
        names.push(...body.customers.map(({ name, phones }) => name ?? phones[0] ?? ''));
        cursorQuery = body.nextCursor === null ? '' : `&cursor=${body.nextCursor}`;
      } while (cursorQuery !== '');
      expect(names).toEqual(await listNames(`?sort=${sort}`));
    }
    expect(await listNames('?atRisk=true')).toEqual(['anna 100% Kim']);
    expect(await listNames('?waiting=true&sort=name')).toEqual(['anna 100% Kim', 'Dana Reyes', PHONES[2]]);
    expect(await listNames('?search=reyes%20DANA')).toEqual(['Dana Reyes']);
    expect(await listNames('?search=100%25')).toEqual(['anna 100% Kim']);
    expect(await listNames(`?search=${encodeURIComponent('(555) 123-4569')}`)).toEqual([PHONES[2]]);
    const { body: firstPage } = await owner.get<CustomerPageDto>(`${PATH}?limit=1`);
    for (const query of ['sort=age', 'atRisk=maybe', 'limit=0', 'cursor=x', `sort=name&cursor=${firstPage.nextCursor}`])
      expect((await owner.get<ProblemBody>(`${PATH}?${query}`)).status).toBe(400);
  });

  it('sorts names regardless of accents, page by page', async () => {
    const names = ['Ana Ortiz', 'Ángel Ruiz', 'Éva Szabó', 'Zoe Park'];
    for (const [index, name] of names.entries()) await addCall(`+1555123500${index}`, index, name);
    const { body } = await owner.get<CustomerPageDto>(`${PATH}?sort=name&limit=2`);
    expect(body.customers.map(({ name }) => name)).toEqual(names.slice(0, 2));
    expect(await listNames(`?sort=name&cursor=${body.nextCursor}`)).toEqual(names.slice(2));
  });

  it('finds names regardless of accents and apostrophes', async () => {
    await addCall(PHONES[0], 2, 'Inés Muñoz');
    await addCall(PHONES[1], 1, "Jose O'Brien");
    await addCall(PHONES[2], 1, 'गीता');
    expect(await listNames('?search=गीता')).toEqual(['गीता']);
    for (const search of ['ines munoz', 'INÉS', 'ñoz'])
      expect(await listNames(`?search=${search}`)).toEqual(['Inés Muñoz']);
    for (const search of ['josé', 'o’brien']) expect(await listNames(`?search=${search}`)).toEqual(["Jose O'Brien"]);
  });

  it('continues a list sorted by name after a long name with a misencoded apostrophe', async () => {
    await addCall(PHONES[0], 2, `O\u0092Brien ${'🙂'.repeat(190)}`);
    await addCall(PHONES[1], 1, 'Zed');
    const { body } = await owner.get<CustomerPageDto>(`${PATH}?sort=name&limit=1`);
    expect(await listNames(`?sort=name&cursor=${body.nextCursor}`)).toEqual(['Zed']);
  });

  it('keeps a corrected name until it is removed', async () => {
    const { customerId } = await addFollowUp();
    const { body } = await owner.patch<CustomerDetailsDto>(`${PATH}/${customerId}`, { name: ' Diana Reyes ' });
    expect(body).toMatchObject({ name: 'Diana Reyes', isNameCorrected: true });
    await addFollowUp({ customerName: 'D. Reyes', calledAt: new Date() });
    expect(await getCustomer(customerId)).toMatchObject({ name: 'Diana Reyes' });
    await owner.patch(`${PATH}/${customerId}`, { name: '' });
    expect(await getCustomer(customerId)).toMatchObject({ name: 'D. Reyes', isNameCorrected: false });
    const { body: problem } = await owner.patch<ProblemBody>(`${PATH}/${customerId}`, { name: 'x'.repeat(201) });
    expect(problem.code).toBe('VALIDATION_FAILED');
  });

  it('merges numbers, calls and follow-ups, combining two waiting follow-ups into one', async () => {
    const keptFollowUp = await addFollowUp({ dueAt: daysAgo(-1) });
    const mergedFollowUp = await addFollowUp({ phone: PHONES[1], customerName: 'Sam Ortiz', dueAt: daysAgo(-0.5) });
    await owner.patch(`/api/follow-ups/${mergedFollowUp.id}`, { action: 'take' });
    await owner.patch(`/api/follow-ups/${mergedFollowUp.id}`, { action: 'note', note: 'Gate code 4711' });
    await configureWebhook();
    const { body } = await owner.post<CustomerDetailsDto>(`${PATH}/${keptFollowUp.customerId}/merge`, {
      customerId: mergedFollowUp.customerId,
    });
    expect(body).toMatchObject({
      id: keptFollowUp.customerId,
      phones: [PHONES[0], PHONES[1]],
      recentCalls: 2,
      followUpId: keptFollowUp.id,
      notes: [{ note: 'Gate code 4711' }],
    });
    expect((await owner.get(`/api/follow-ups/${keptFollowUp.id}`)).body).toMatchObject({
      callCount: 2,
      state: 'in_progress',
      assignee: { id: account.user.id },
    });
    expect((await owner.get(`/api/follow-ups/${mergedFollowUp.id}`)).body).toMatchObject({
      state: 'dismissed',
      customer: { id: keptFollowUp.customerId },
    });
    expect((await owner.get(`${PATH}/${mergedFollowUp.customerId}`)).status).toBe(404);
    expect(await listWebhooks()).toEqual([`dismissed ${mergedFollowUp.id}`]);
    const laterFollowUp = await addFollowUp({ phone: PHONES[1] });
    expect(laterFollowUp.id).toBe(keptFollowUp.id);
  });

  it("ends a follow-up's snooze when it receives calls from one that is not snoozed", async () => {
    const until = daysAgo(-1).toISOString();
    const [waitingFollowUp, snoozedFollowUp] = [await addFollowUp(), await addFollowUp({ phone: PHONES[1] })];
    const second = await addFollowUp({ calledAt: new Date() });
    const snooze = (): Promise<unknown> =>
      owner.patch(`/api/follow-ups/${snoozedFollowUp.id}`, { action: 'snooze', until });
    const findFollowUp = async (): Promise<object> => (await owner.get(`/api/follow-ups/${snoozedFollowUp.id}`)).body;
    await snooze();
    await owner.patch(`/api/calls/${second.callId}`, { from: PHONES[1] });
    expect(await findFollowUp()).toMatchObject({ callCount: 2, snoozedUntil: null });
    await snooze();
    await owner.post(`${PATH}/${snoozedFollowUp.customerId}/merge`, { customerId: waitingFollowUp.customerId });
    expect(await findFollowUp()).toMatchObject({ callCount: 3, snoozedUntil: null });

    const otherFollowUp = await addFollowUp({ phone: PHONES[2] });
    await owner.patch(`/api/follow-ups/${otherFollowUp.id}`, { action: 'snooze', until });
    await snooze();
    await owner.post(`${PATH}/${snoozedFollowUp.customerId}/merge`, { customerId: otherFollowUp.customerId });
    expect(await findFollowUp()).toMatchObject({ callCount: 4, snoozedUntil: until });
  });

  it("keeps a promise's denial when its call moves to another follow-up", async () => {
    const keptFollowUp = await addFollowUp({ kind: 'promise', calledAt: daysAgo(1) });
    const { id, callId, customerId } = await addFollowUp({ kind: 'promise', phone: PHONES[1] });
    await owner.patch(`/api/follow-ups/${id}`, { action: 'deny_promise' });
    const deniedPromise = { callId, promise: { isConfirmed: false }, isPromisedTime: false };
    await owner.post(`${PATH}/${keptFollowUp.customerId}/merge`, { customerId });
    expect((await owner.get(`/api/follow-ups/${keptFollowUp.id}`)).body).toMatchObject(deniedPromise);
    const { followUpId } = await correctNumber(callId, PHONES[2]);
    expect((await owner.get(`/api/follow-ups/${followUpId}`)).body).toMatchObject(deniedPromise);
  });

  it("rejects merging a customer with itself, regardless of the id's letter case", async () => {
    const { id, customerId } = await addFollowUp();
    const mergePath = (id: string): string => `${PATH}/${id}/merge`;
    const [lowerCaseId, upperCaseId] = [String(customerId), String(customerId).toUpperCase()];
    for (const [keptId, mergedId] of [
      [lowerCaseId, upperCaseId],
      [upperCaseId, lowerCaseId],
      [upperCaseId, upperCaseId],
    ] as const)
      expect(await owner.post(mergePath(keptId), { customerId: mergedId })).toMatchObject({
        status: 400,
        body: { errors: [{ field: 'customerId' }] },
      });
    expect(await getCustomer(customerId)).toMatchObject({ phones: [PHONES[0]], recentCalls: 1, followUpId: id });
  });

  it('splits off a number with its calls and follow-ups', async () => {
    const keptFollowUp = await addFollowUp();
    const mergedFollowUp = await addFollowUp({ phone: PHONES[1], customerName: 'Sam Ortiz' });
    const closeResponse = await owner.patch(`/api/follow-ups/${mergedFollowUp.id}`, {
      action: 'done',
      outcome: 'recovered',
    });
    expect(closeResponse.status).toBe(200);
    await owner.post(`${PATH}/${keptFollowUp.customerId}/merge`, { customerId: mergedFollowUp.customerId });
    const { body } = await owner.post<CustomerDetailsDto>(`${PATH}/${keptFollowUp.customerId}/split`, {
      phone: '555-123-4568',
    });
    expect(body).toMatchObject({ name: 'Sam Ortiz', phones: [PHONES[1]], recentCalls: 1, followUpId: null });
    expect(await getCustomer(keptFollowUp.customerId)).toMatchObject({
      phones: [PHONES[0]],
      recentCalls: 1,
      followUpId: keptFollowUp.id,
    });
    expect((await owner.get(`/api/follow-ups/${mergedFollowUp.id}`)).body).toMatchObject({ customer: { id: body.id } });
    for (const phone of [PHONES[0], PHONES[2], 'none'])
      expect((await owner.post(`${PATH}/${keptFollowUp.customerId}/split`, { phone })).status).toBe(400);
  });

  it('keeps merged customers consistent while calls from both customers finish', async () => {
    const keptFollowUp = await addFollowUp();
    const mergedFollowUp = await addFollowUp({ phone: PHONES[1] });
    const calls = await Promise.all(
      PHONES.slice(0, 2).flatMap((phone) =>
        [1, 2, 3].map(async (minutes) => {
          const calledAt = new Date(Date.now() - minutes * 60_000);
          const { id } = await database.makeCompletedCall(account.account.id, {
            call: { customerKey: `tel:${phone}`, fromNumber: phone, direction: 'inbound', occurredAt: calledAt },
            analysis: { sentiment: 'negative' },
          });
          return { id, phone, calledAt };
        }),
      ),
    );
    const [mergeResponse] = await Promise.all([
      owner.post(`${PATH}/${keptFollowUp.customerId}/merge`, { customerId: mergedFollowUp.customerId }),
      ...calls.map(({ id, phone, calledAt }) => concludeCall(id, phone, calledAt)),
    ]);
    expect(mergeResponse?.status).toBe(200);
    expect(await getCustomer(keptFollowUp.customerId)).toMatchObject({ recentCalls: 8, followUpId: keptFollowUp.id });
    expect((await owner.get(`/api/follow-ups/${keptFollowUp.id}`)).body).toMatchObject({ callCount: 8 });
  });

  it('moves a call and its waiting follow-up when its number is corrected', async () => {
    const { id, callId, customerId } = await addFollowUp();
    const movedCall = await correctNumber(callId);
    expect(movedCall.id).not.toBe(customerId);
    expect(movedCall).toMatchObject({ phones: [PHONES[1]], recentCalls: 1, followUpId: id });
    expect(await getCustomer(customerId)).toMatchObject({ recentCalls: 0, lastCalledAt: null, followUpId: null });
    expect(await listNames()).toEqual(['Dana Reyes']);
    await owner.patch(`/api/calls/${callId}`, { direction: 'outbound' });
    expect((await owner.get(`/api/calls/${callId}`)).body).toMatchObject({ customer: null });
    expect((await owner.get(`/api/follow-ups/${id}`)).body).toMatchObject({ state: 'open', customer: { id: null } });
  });

  it('moves a call when its corrected number belongs to a customer who is deleted or merged at the same time', async () => {
    const { id, callId } = await addFollowUp();
    const { customers } = database.repositories;
    const fixNumber = (): Promise<{ status: number }> => owner.patch(`/api/calls/${callId}`, { from: PHONES[1] });
    const deletedId = await customers.findOrCreate(account.account.id, `tel:${PHONES[1]}`, null);
    const deleteSql = 'delete from customers where id = $1';
    expect((await database.whileLocked(deleteSql, [deletedId], fixNumber)).status).toBe(200);
    const { body } = await owner.get<{ customer: { id: string } }>(`/api/calls/${callId}`);
    expect(await getCustomer(body.customer.id)).toMatchObject({ phones: [PHONES[1]], followUpId: id });

    const keptId = await customers.findOrCreate(account.account.id, `tel:${PHONES[2]}`, null);
    await owner.patch(`/api/calls/${callId}`, { from: PHONES[0] });
    const mergeSql = `with moved as (update customer_keys set customer_id = $2 where customer_id = $1)
      update customers set name = null where id = $1`;
    expect((await database.whileLocked(mergeSql, [body.customer.id, keptId], fixNumber)).status).toBe(200);
    expect(await getCustomer(keptId)).toMatchObject({ phones: [PHONES[1], PHONES[2]], followUpId: id });
  });

  it("keeps a customer's follow-up when its only remaining call is moved back to that customer", async () => {
    const keptFollowUp = await addFollowUp();
    const mergedFollowUp = await addFollowUp({ phone: PHONES[1] });
    await owner.post(`${PATH}/${keptFollowUp.customerId}/merge`, { customerId: mergedFollowUp.customerId });
    await owner.post(`${PATH}/${keptFollowUp.customerId}/split`, { phone: PHONES[1] });
    expect((await owner.delete(`/api/calls/${keptFollowUp.callId}`)).status).toBe(200);
    await owner.patch(`/api/calls/${mergedFollowUp.callId}`, { from: PHONES[0] });
    expect(await getCustomer(keptFollowUp.customerId)).toMatchObject({
      phones: [PHONES[0]],
      followUpId: keptFollowUp.id,
    });
  });

  it('moves the follow-up of a caller who hung up when the number is corrected', async () => {
    const { id: callId } = await database.makeCall(account.account.id, {
      ...{ state: 'skipped', skipReason: 'abandoned', finishedAt: new Date() },
      ...{ direction: 'inbound', fromNumber: PHONES[0], customerKey: `tel:${PHONES[0]}` },
    });
    const customerId = await concludeCall(callId, PHONES[0], new Date());
    const { followUpId } = await getCustomer(customerId);
    expect(await correctNumber(callId)).toMatchObject({ phones: [PHONES[1]], followUpId });
    expect(await getCustomer(customerId)).toMatchObject({ followUpId: null });
  });

  it('removes one of several calls from a follow-up when its number is corrected', async () => {
    const { id, customerId } = await addFollowUp();
    const second = await addFollowUp({ calledAt: new Date() });
    await configureWebhook();
    const splitOffCustomer = await correctNumber(second.callId);
    expect((await owner.get(`/api/follow-ups/${id}`)).body).toMatchObject({ state: 'open', callCount: 1 });
    expect(splitOffCustomer.followUpId).not.toBeNull();
    expect(splitOffCustomer.followUpId).not.toBe(id);
    expect(await listWebhooks()).toEqual([`opened ${splitOffCustomer.followUpId}`]);
    expect(await getCustomer(customerId)).toMatchObject({ recentCalls: 1, followUpId: id });
  });

  describe('a follow-up that someone has taken', () => {
    let followUp: Awaited<ReturnType<typeof addFollowUp>>;
    let plainCallId: string;
    const findById = async (id: string | null): Promise<object> => (await owner.get(`/api/follow-ups/${id}`)).body;
    beforeEach(async () => {
      followUp = await addFollowUp();
      const calledAt = new Date();
      const plainCall = await database.makeCompletedCall(account.account.id, {
        call: { customerKey: `tel:${PHONES[0]}`, fromNumber: PHONES[0], direction: 'inbound', occurredAt: calledAt },
      });
      plainCallId = plainCall.id;
      await concludeCall(plainCallId, PHONES[0], calledAt, false);
      await owner.patch(`/api/follow-ups/${followUp.id}`, { action: 'take' });
    });

    it("passes its assignee on to the corrected number's follow-up", async () => {
      const { followUpId } = await correctNumber(followUp.callId);
      expect(followUpId).not.toBe(followUp.id);
      expect(await findById(followUpId)).toMatchObject({ state: 'in_progress', assignee: { id: account.user.id } });
      expect(await findById(followUp.id)).toMatchObject({ state: 'dismissed' });
    });

    it('stays assigned when no call needs it anymore and the number of one of its calls is corrected', async () => {
      await owner.put(`/api/calls/${followUp.callId}/correction`, { sentiment: 'neutral' });
      await correctNumber(plainCallId);
      expect(await findById(followUp.id)).toMatchObject({ state: 'in_progress', assignee: { id: account.user.id } });
    });

    it('stays assigned when its customer is merged into one whose assignee has left the account', async () => {
      const keptFollowUp = await addFollowUp({ phone: PHONES[2] });
      const { id: assigneeId } = await database.makeMember(account, 'member');
      await owner.patch(`/api/follow-ups/${keptFollowUp.id}`, { action: 'assign', assigneeId });
      await owner.delete(`/api/my/members/${assigneeId}`);
      await owner.post(`${PATH}/${keptFollowUp.customerId}/merge`, { customerId: followUp.customerId });
      expect(await findById(keptFollowUp.id)).toMatchObject({
        state: 'in_progress',
        assignee: { id: account.user.id },
      });
    });
  });

  it("hides other accounts' customers", async () => {
    const stranger = await database.makeAccount();
    const otherFollowUp = await database.makeFollowUp(stranger.account.id);
    const followUp = await addFollowUp({ phone: PHONES[1] });
    expect(await listNames()).toHaveLength(1);
    for (const id of [otherFollowUp.customerId, UNKNOWN_ID, 'x']) {
      expect((await owner.get(`${PATH}/${id}`)).status).toBe(404);
      expect((await owner.patch(`${PATH}/${id}`, { name: 'Mine' })).status).toBe(404);
      expect((await owner.post(`${PATH}/${id}/merge`, { customerId: followUp.customerId })).status).toBe(404);
      expect((await owner.post(`${PATH}/${id}/split`, { phone: PHONES[0] })).status).toBe(404);
    }
    expect(
      (await owner.post(`${PATH}/${followUp.customerId}/merge`, { customerId: otherFollowUp.customerId })).status,
    ).toBe(404);
    expect((await owner.post(`${PATH}/${followUp.customerId}/merge`, { customerId: followUp.customerId })).status).toBe(
      400,
    );
    const { body } = await owner.get<{ items: object[] }>(`/api/calls?customer=${otherFollowUp.customerId}`);
    expect(body.items).toEqual([]);
  });

  it('moves a corrected call even while the customer with its new number is being merged', async () => {
    const { callId } = await addFollowUp({ phone: PHONES[0] });
    const mergedId = await addCall(PHONES[1], 3);
    const keptId = await addCall(PHONES[2], 2);
    const response = await database.whileLocked(
      (manager) => new CustomerChangesRepository(manager).merge(account.account.id, keptId, mergedId),
      [],
      () => owner.patch(`/api/calls/${callId}`, { from: PHONES[1] }),
    );
    expect(response).toMatchObject({ status: 200, body: { customer: { id: keptId } } });
    expect((await owner.get(`${PATH}/${keptId}`)).body).toMatchObject({ recentCalls: 3 });
  });

  it('reports that a search timed out', async () => {
    const request = cancelStatement(database.dataSource, 'customer_keys', () => owner.get(`${PATH}?search=dana`));
    expect(await request).toMatchObject(problem(422, 'SEARCH_TOO_SLOW'));
  });

  it("logs that a customer was renamed, without the customer's names", async () => {
    const { customerId } = await addFollowUp({ customerName: 'Zebulon Quist' });
    const client = await api.signIn(await database.makeMember(account, 'manager'));
    await client.patch(`${PATH}/${customerId}`, { name: 'Zeb Quist' });
    const activityEntries = await database.query<object[]>(
      "select action, description, metadata from activity_logs where account_id = $1 and action = 'Customer updated'",
      [account.account.id],
    );
    expect(activityEntries).toEqual([
      { action: 'Customer updated', description: 'A customer was renamed.', metadata: { customerId } },
    ]);
  });
});
