import { randomUUID } from 'node:crypto';

import type { AccountSettings } from '@ringwell/database/accounts/settings/account-settings.entity';
import { BookingFact } from '@ringwell/database/calls/booking-fact.entity';
import type { Call } from '@ringwell/database/calls/call.entity';
import { Customer } from '@ringwell/database/customers/customer.entity';
import { Delivery } from '@ringwell/database/deliveries/delivery.entity';
import { ErasuresRepository } from '@ringwell/database/erasures/erasures.repository';
import { FollowUp } from '@ringwell/database/follow-ups/follow-up.entity';
import { JobMatchingRepository } from '@ringwell/database/servicetitan/job-matching.repository';
import { ServiceTitanPollsRepository } from '@ringwell/database/servicetitan/service-titan-polls.repository';
import type { ProviderReply } from '@ringwell/testing/fake-http-provider';
import type { FakeJob, FakeTenant } from '@ringwell/testing/fake-service-titan-server';
import type { TestAccount } from '@ringwell/testing/make-account';

import { MINUTE_MS, useServiceTitanPoll } from './testing/use-service-titan-poll';

const DAY_MS = 24 * 60 * MINUTE_MS;
const DANA = { id: 815, name: 'Dana Whitfield', phone: '(555) 010-0142' };
const DANAS_KEY = 'tel:+15550100142';
const STARTED_AT = new Date(Date.now() - 3 * DAY_MS);
const timeAfterStart = (ms: number): string => new Date(STARTED_AT.getTime() + ms).toISOString();

describe('ServiceTitanJobsFeed', () => {
  const { vendor, database, connect, createJobsFeed, startPoller, pollUntil, findSettings, findConnection } =
    useServiceTitanPoll();
  const query = <T>(sql: string, parameters: unknown[]): Promise<T[]> => database.query(sql, parameters);

  async function connectWithDana(settings: Partial<AccountSettings> = {}): ReturnType<typeof connect> {
    const connection = await connect([], { settings: { serviceTitanPollingEnabled: false, ...settings } });
    connection.tenant.customers.push(DANA);
    return connection;
  }

  const makeInboundCall = ({ account }: TestAccount, call: Partial<Call> = {}): Promise<Call> =>
    database.makeCall(account.id, {
      state: 'completed',
      direction: 'inbound',
      occurredAt: STARTED_AT,
      customerKey: DANAS_KEY,
      ...call,
    });

  async function findPolledAccount({ account }: TestAccount) {
    await query('update account_settings set read_jobs_after = null where account_id = $1', [account.id]);
    const dueAccounts = await new ServiceTitanPollsRepository(database.manager).listDueAccounts('jobs', [], 1_000);
    const polledAccount = dueAccounts.find((candidate) => candidate.account.id === account.id);
    if (!polledAccount) throw new Error('The account is not due.');
    return polledAccount;
  }

  const readJobs = async (account: TestAccount, signal = AbortSignal.timeout(30_000)): Promise<number> =>
    createJobsFeed().read(await findPolledAccount(account), { signal, canContinue: () => true });

  const findBookingFact = ({ id }: Call): Promise<BookingFact | null> =>
    database.manager.findOneBy(BookingFact, { callId: id });
  const findConfirmedEvents = ({ id }: Call): Promise<Delivery[]> =>
    database.manager.findBy(Delivery, { callId: id, event: 'call.confirmed' });
  const countRequests = (tenant: FakeTenant, path: string): number =>
    vendor.requestsTo(`GET ${path}`).filter((request) => request.tenant === tenant.id).length;

  async function addCustomer({ account }: TestAccount, keys: readonly string[]): Promise<void> {
    const id = randomUUID();
    const { manager } = database;
    await manager.insert(Customer, { accountId: account.id, id });
    const sql = 'insert into customer_keys (account_id, customer_id, key) select $1, $2, unnest($3::text[])';
    await manager.query(sql, [account.id, id, keys]);
  }

  it("marks the customer's lead as won with the job's total, and reopens it when the job is canceled", async () => {
    const { tenant, account } = await connectWithDana({ sealedWebhookUrl: 'sealed' });
    const { manager } = database;
    const lead = await database.makeFollowUp(account.account.id, {
      kind: 'lead',
      phone: '+15550100142',
      calledAt: STARTED_AT,
    });
    const findLead = (): Promise<FollowUp> => manager.findOneByOrFail(FollowUp, { id: lead.id });
    const job: FakeJob = { id: 2, customerId: DANA.id, createdOn: timeAfterStart(DAY_MS) };
    tenant.jobFeed.push(job);
    await readJobs(account);
    expect(await findLead()).toMatchObject({ state: 'done', outcome: 'won', jobId: '2', broughtCents: null });
    tenant.jobFeed.push({ ...job, total: 420.5, modifiedOn: timeAfterStart(DAY_MS + MINUTE_MS) });
    await readJobs(account);
    expect(await findLead()).toMatchObject({ broughtCents: '42050', isEstimate: false });
    tenant.jobFeed.push({
      ...job,
      jobStatus: 'Completed',
      total: 0,
      modifiedOn: timeAfterStart(DAY_MS + 2 * MINUTE_MS),
    });
    await readJobs(account);
    expect(await findLead()).toMatchObject({ broughtCents: '0', isEstimate: false });
    tenant.jobFeed.push({ ...job, jobStatus: 'Canceled', modifiedOn: timeAfterStart(2 * DAY_MS) });
    await readJobs(account);
    expect(await findLead()).toMatchObject({ state: 'open', outcome: null, jobId: null, broughtCents: null });
    const webhooks = await manager.findBy(Delivery, { accountId: account.account.id, channel: 'webhook' });
    expect(webhooks.filter(({ followUpEventId }) => followUpEventId !== null)).toHaveLength(2);
  });

  describe('matching a call', () => {
    const lead: FakeJob = { id: 1, customerId: 77, leadCallId: 5, createdOn: timeAfterStart(5 * MINUTE_MS) };
    const danasJob: FakeJob = { id: 2, customerId: DANA.id, createdOn: timeAfterStart(DAY_MS) };
    const unlinkedCall = { customerId: null };
    const linkedCall = { customerId: '815', customerKey: null };

    it.each<[string, Partial<Call>, FakeJob[], Partial<BookingFact> | null]>([
      ['a job that names the call', { leadCallId: '5' }, [lead], { evidence: 'lead_call', jobId: '1', jobNumber: '1' }],
      [
        'a job that names the call, even outside the window',
        { leadCallId: '5' },
        [{ ...lead, createdOn: timeAfterStart(-DAY_MS) }],
        { jobId: '1' },
      ],
      ['a job for the customer within the window', linkedCall, [danasJob], { evidence: 'customer', jobId: '2' }],
      [
        'a job created a minute before the window closes',
        linkedCall,
        [{ ...danasJob, createdOn: timeAfterStart(2 * DAY_MS - MINUTE_MS) }],
        { jobId: '2' },
      ],
      ['no job created after the window', linkedCall, [{ ...danasJob, createdOn: timeAfterStart(2 * DAY_MS) }], null],
      ['no job created before the call', linkedCall, [{ ...danasJob, createdOn: timeAfterStart(-MINUTE_MS) }], null],
      [
        'a job created during the call',
        linkedCall,
        [{ ...danasJob, createdOn: timeAfterStart(MINUTE_MS) }],
        { jobId: '2' },
      ],
      [
        'a job created during a call without a start time',
        { ...linkedCall, occurredAt: null, createdAt: new Date(timeAfterStart(6 * MINUTE_MS)), durationSeconds: '400' },
        [{ ...danasJob, createdOn: timeAfterStart(MINUTE_MS) }],
        { jobId: '2' },
      ],
      [
        'a job with a time in another zone',
        linkedCall,
        [{ ...danasJob, createdOn: timeAfterStart(MINUTE_MS).replace('Z', '+00:00') }],
        { jobId: '2' },
      ],
      [
        'a job without a time zone, which means UTC',
        linkedCall,
        [{ ...danasJob, createdOn: timeAfterStart(MINUTE_MS).replace('Z', '') }],
        { jobId: '2' },
      ],
      [
        'no job whose time zone puts it before the call',
        linkedCall,
        [{ ...danasJob, createdOn: timeAfterStart(MINUTE_MS).replace('Z', '+05:00') }],
        null,
      ],
      ['a job with the same phone number', unlinkedCall, [danasJob], { evidence: 'phone', jobId: '2' }],
      ['no job for another customer', { customerId: '816', customerKey: 'tel:+15550100199' }, [danasJob], null],
      ['no job for a withheld number', { customerKey: null }, [danasJob], null],
      [
        'the most certain of several jobs',
        { leadCallId: '5' },
        [danasJob, lead],
        { evidence: 'lead_call', jobId: '1' },
      ],
      [
        'the first of equally certain jobs',
        linkedCall,
        [{ ...danasJob, id: 3, createdOn: timeAfterStart(2 * MINUTE_MS) }, danasJob],
        { jobId: '3' },
      ],
      [
        'a job other than the canceled one',
        { ...linkedCall, leadCallId: '5' },
        [{ ...lead, jobStatus: 'Canceled' }, danasJob],
        { evidence: 'customer', jobId: '2', jobCanceledAt: null },
      ],
      [
        'a canceled job if there is no other',
        { leadCallId: '5' },
        [{ ...lead, jobStatus: 'Canceled', modifiedOn: timeAfterStart(DAY_MS) }],
        { jobId: '1', jobCanceledAt: new Date(timeAfterStart(DAY_MS)) },
      ],
      [
        "the job's total in cents",
        { leadCallId: '5' },
        [{ ...lead, jobStatus: 'Completed', total: 420.1 }],
        { jobTotalCents: '42010' },
      ],
      [
        'no total of 0 while the work is in progress',
        { leadCallId: '5' },
        [{ ...lead, jobStatus: 'InProgress', total: 0 }],
        { jobTotalCents: null },
      ],
      [
        'a total of 0 once the job is completed',
        { leadCallId: '5' },
        [{ ...lead, jobStatus: 'Completed', total: 0 }],
        { jobTotalCents: '0' },
      ],
      [
        'the latest version of a repeated job',
        { leadCallId: '5' },
        [
          { ...lead, modifiedOn: timeAfterStart(2 * DAY_MS), total: 20 },
          { ...lead, modifiedOn: timeAfterStart(DAY_MS), total: 10 },
        ],
        { jobTotalCents: '2000' },
      ],
      ['no job for a demo call', { leadCallId: '5', source: 'demo' }, [lead], null],
    ])('finds %s', async (_case, call, jobs, expected) => {
      const { tenant, account } = await connectWithDana({ serviceTitanJobDays: 2 });
      tenant.jobFeed.push(...jobs);
      const { id } = await makeInboundCall(account, call);
      await readJobs(account);
      const fact = await findBookingFact({ id } as Call);
      if (expected === null) expect(fact).toBeNull();
      else expect(fact).toMatchObject(expected);
    });
  });

  it('recognizes customers that were merged here or in ServiceTitan', async () => {
    const { tenant, account } = await connectWithDana();
    tenant.customers.push({ id: 900, name: 'Dana W.', phone: '555-010-0199' });
    await addCustomer(account, [DANAS_KEY, 'tel:+15550100199', 'id:4711']);
    tenant.jobFeed.push({ id: 1, customerId: 900, createdOn: timeAfterStart(MINUTE_MS) });
    const otherCall = await makeInboundCall(account, { customerKey: 'tel:+15550100177', customerId: '77' });
    const call = await makeInboundCall(account, { customerId: '815' });
    await readJobs(account);
    expect(await findBookingFact(call)).toMatchObject({ evidence: 'phone', jobId: '1' });
    tenant.jobFeed.push({ id: 2, customerId: 4711, createdOn: timeAfterStart(MINUTE_MS) });
    await readJobs(account);
    expect(await findBookingFact(call)).toMatchObject({ evidence: 'customer', jobId: '2' });
    // ServiceTitan lists the job again with the remaining customer.
    tenant.jobFeed.push({ id: 3, customerId: 76, createdOn: timeAfterStart(MINUTE_MS) });
    await readJobs(account);
    expect(await findBookingFact(otherCall)).toBeNull();
    tenant.jobFeed.push({
      id: 3,
      customerId: 77,
      createdOn: timeAfterStart(MINUTE_MS),
      modifiedOn: timeAfterStart(DAY_MS),
    });
    await readJobs(account);
    expect(await findBookingFact(otherCall)).toMatchObject({ evidence: 'customer', jobId: '3' });
  });

  it('drops jobs for customers that were split later, but not jobs that name the call', async () => {
    const { tenant, account } = await connectWithDana();
    const customerKey = 'tel:+15550100199';
    await addCustomer(account, [customerKey, DANAS_KEY]);
    const call = await makeInboundCall(account, { customerKey });
    const callWithLead = await makeInboundCall(account, { customerKey, leadCallId: '5' });
    tenant.jobFeed.push({ id: 1, customerId: DANA.id, createdOn: timeAfterStart(MINUTE_MS) });
    tenant.jobFeed.push({ id: 2, customerId: 77, leadCallId: 5, createdOn: timeAfterStart(MINUTE_MS) });
    await readJobs(account);
    expect([await findBookingFact(call), await findBookingFact(callWithLead)]).toMatchObject([
      { jobId: '1' },
      { jobId: '2' },
    ]);
    await query('delete from customer_keys where account_id = $1 and key = $2', [account.account.id, DANAS_KEY]);
    await addCustomer(account, [DANAS_KEY]);
    await readJobs(account);
    expect([await findBookingFact(call), await findBookingFact(callWithLead)]).toMatchObject([null, { jobId: '2' }]);
  });

  it("clears a job's phone numbers when the job moves to a customer without any", async () => {
    const { tenant, account } = await connectWithDana();
    const call = await makeInboundCall(account);
    const job = { id: 1, customerId: DANA.id, createdOn: timeAfterStart(MINUTE_MS) };
    tenant.jobFeed.push(job);
    await readJobs(account);
    expect(await findBookingFact(call)).toMatchObject({ evidence: 'phone' });
    tenant.jobFeed.push({ ...job, customerId: 78, modifiedOn: timeAfterStart(DAY_MS) });
    await readJobs(account);
    expect(await findBookingFact(call)).toBeNull();
  });

  it('finds the job for a call that arrives after it', async () => {
    const { tenant, account } = await connectWithDana();
    tenant.jobFeed.push({ id: 1, customerId: 77, leadCallId: 5, createdOn: timeAfterStart(MINUTE_MS) });
    await readJobs(account);
    const call = await makeInboundCall(account, { leadCallId: '5' });
    await readJobs(account);
    expect(await findBookingFact(call)).toMatchObject({ evidence: 'lead_call', jobId: '1' });
  });

  it('updates earlier calls when their jobs get a total or are completed later', async () => {
    const { tenant, account } = await connectWithDana();
    const call = await makeInboundCall(account, { leadCallId: '5', createdAt: STARTED_AT });
    const job = { id: 1, customerId: 77, leadCallId: 5, createdOn: timeAfterStart(MINUTE_MS) };
    tenant.jobFeed.push(job);
    await readJobs(account);
    const { foundAt } = (await findBookingFact(call))!;
    await query(`update calls set created_at = created_at - interval '40 days' where id = $1`, [call.id]);
    await query(`update calls set occurred_at = occurred_at - interval '40 days' where id = $1`, [call.id]);
    tenant.jobFeed.push({ ...job, jobStatus: 'Completed', total: 420, modifiedOn: timeAfterStart(DAY_MS) });
    await readJobs(account);
    expect(await findBookingFact(call)).toMatchObject({ jobTotalCents: '42000', foundAt });
    tenant.jobFeed.push({ ...job, jobStatus: 'Canceled', modifiedOn: timeAfterStart(2 * DAY_MS) });
    await readJobs(account);
    expect(await findBookingFact(call)).toMatchObject({ jobCanceledAt: new Date(timeAfterStart(2 * DAY_MS)), foundAt });
  });

  it('notifies the webhook once when a call is confirmed, but not for likely or canceled jobs or imported calls', async () => {
    const { tenant, account } = await connectWithDana({ sealedWebhookUrl: 'sealed' });
    const callBefore = await makeInboundCall(account, { leadCallId: '4' });
    tenant.jobFeed.push({ id: 4, customerId: 76, leadCallId: 4, createdOn: timeAfterStart(MINUTE_MS) });
    await readJobs(account);
    expect(await findBookingFact(callBefore)).not.toBeNull();
    expect(await findConfirmedEvents(callBefore)).toEqual([]); // the call was booked before jobs were read
    const earlierCall = await makeInboundCall(account, {
      state: 'queued',
      isImport: true,
      leadCallId: '7',
      customerKey: null,
    });
    tenant.jobFeed.push({ id: 7, customerId: 76, leadCallId: 7, createdOn: timeAfterStart(MINUTE_MS) });
    const [call, canceledCall] = [
      await makeInboundCall(account),
      await makeInboundCall(account, { leadCallId: '6', customerKey: null }),
    ];
    tenant.jobFeed.push({ id: 1, customerId: DANA.id, createdOn: timeAfterStart(MINUTE_MS) });
    tenant.jobFeed.push({
      id: 6,
      customerId: 76,
      leadCallId: 6,
      jobStatus: 'Canceled',
      createdOn: timeAfterStart(MINUTE_MS),
    });
    await readJobs(account);
    expect(await findBookingFact(call)).toMatchObject({ evidence: 'phone' });
    expect(await findBookingFact(earlierCall)).toMatchObject({ jobId: '7' });
    expect([
      ...(await findConfirmedEvents(call)),
      ...(await findConfirmedEvents(canceledCall)),
      ...(await findConfirmedEvents(earlierCall)),
    ]).toEqual([]);
    await query(`update calls set lead_call_id = '5' where id = $1`, [call.id]);
    tenant.jobFeed.push({ id: 5, customerId: 77, leadCallId: 5, createdOn: timeAfterStart(2 * MINUTE_MS) });
    await readJobs(account);
    expect(await findConfirmedEvents(call)).toMatchObject([{ channel: 'webhook', state: 'pending', runNumber: 1 }]);
    tenant.jobFeed.push({
      id: 5,
      customerId: 77,
      leadCallId: 5,
      createdOn: timeAfterStart(2 * MINUTE_MS),
      total: 9,
      modifiedOn: timeAfterStart(DAY_MS),
    });
    await readJobs(account);
    expect(await findBookingFact(call)).toMatchObject({ jobTotalCents: '900' });
    expect(await findConfirmedEvents(call)).toHaveLength(1);
    expect(await findConfirmedEvents(canceledCall)).toEqual([]);
  });

  it("marks a call's lead as won when its job appears", async () => {
    const { tenant, account } = await connectWithDana();
    const { id, callId } = await database.makeFollowUp(account.account.id, { phone: '+15550100142' });
    await query(`update follow_ups set kind = 'lead' where id = $1`, [id]);
    await query(`update calls set lead_call_id = '5' where id = $1`, [callId]);
    tenant.jobFeed.push({ id: 1, customerId: 77, leadCallId: 5, total: 420 });
    await readJobs(account);
    const wonRows = await query('select state, outcome, brought_cents from follow_ups where id = $1', [id]);
    expect(wonRows).toEqual([{ state: 'done', outcome: 'won', brought_cents: '42000' }]);
  });

  it('makes 18 requests for 420 jobs from 1,000 calls: customers in batches, and no requests per call', async () => {
    const { tenant, account } = await connectWithDana();
    await query(
      `
      insert into calls (account_id, source, state, recording_key, occurred_at, lead_call_id)
      select $1, 'n8n', 'completed', 'none', $2, number from generate_series(1, 1000) number`,
      [account.account.id, STARTED_AT],
    );
    for (let id = 1; id <= 420; id += 1)
      tenant.jobFeed.push({ id, customerId: 10_000 + id, leadCallId: id, createdOn: timeAfterStart(id * 1_000) });
    expect(await readJobs(account)).toBe(420);
    expect([countRequests(tenant, 'export/jobs'), countRequests(tenant, 'customers/contacts')]).toEqual([9, 9]);
    await readJobs(account);
    expect([countRequests(tenant, 'export/jobs'), countRequests(tenant, 'customers/contacts')]).toEqual([10, 9]);
  });

  it('requests eight batches of customers at once, so that a page with many customers is read in time', async () => {
    const { tenant, account } = await connectWithDana();
    tenant.feedPageSize = 500;
    for (let id = 1; id <= 420; id += 1)
      tenant.jobFeed.push({ id, customerId: 10_000 + id, createdOn: timeAfterStart(id * 1_000) });
    const poll = new AbortController();
    vendor.fault = ({ path }) => {
      if (path !== 'customers/contacts') return undefined;
      if (countRequests(tenant, path) === 8) poll.abort(new Error('The poll ended.'));
      return 'hang';
    };
    await expect(readJobs(account, poll.signal)).rejects.toThrow('The poll ended.');
    expect(countRequests(tenant, 'customers/contacts')).toBe(8);
  });

  it('matches a job by a phone number from a later page of contacts', async () => {
    const { tenant, account } = await connectWithDana();
    tenant.customers.unshift({ id: 814, name: 'Sam Ortiz', phone: '(555) 010-0177' });
    tenant.jobFeed.push(
      { id: 1, customerId: 814, createdOn: timeAfterStart(MINUTE_MS) },
      { id: 2, customerId: DANA.id, createdOn: timeAfterStart(MINUTE_MS) },
    );
    const call = await makeInboundCall(account);
    vendor.fault = (request) =>
      request.path === 'customers/contacts'
        ? vendor.serve({ ...request, query: { ...request.query, pageSize: '1' } })
        : undefined;
    await readJobs(account);
    expect(await findBookingFact(call)).toMatchObject({ evidence: 'phone', jobId: '2' });
  });

  it("marks the customer's lead as won by a call whose job was read before the call had ended", async () => {
    const { tenant, account } = await connectWithDana({ averageTicketDollars: 300 });
    const lead = await database.makeFollowUp(account.account.id, {
      kind: 'lead',
      phone: '+15550100142',
      calledAt: STARTED_AT,
    });
    const reloadLead = (): Promise<FollowUp> => database.manager.findOneByOrFail(FollowUp, { id: lead.id });
    await readJobs(account);
    const call = await makeInboundCall(account, {
      state: 'running',
      direction: 'outbound',
      leadCallId: '5',
      customerKey: null,
      occurredAt: new Date(timeAfterStart(DAY_MS)),
    });
    tenant.jobFeed.push({ id: 1, customerId: 77, leadCallId: 5, createdOn: timeAfterStart(DAY_MS + MINUTE_MS) });
    await readJobs(account);
    expect(await findBookingFact(call)).toMatchObject({ jobId: '1' });
    const sql = `update calls set state = 'completed', customer_key = $2, finished_at = now() where id = $1`;
    await query(sql, [call.id, DANAS_KEY]);
    await readJobs(account);
    const wonLead = await reloadLead();
    expect(wonLead).toMatchObject({ state: 'done', outcome: 'won', jobId: '1', broughtCents: '30000' });
    await readJobs(account);
    expect(await reloadLead()).toEqual(wonLead);
  });

  it("waits for a call's deletion, then skips the call", async () => {
    const { tenant, account } = await connectWithDana();
    const { id } = await makeInboundCall(account, { leadCallId: '5' });
    tenant.jobFeed.push({ id: 1, customerId: 77, leadCallId: 5, createdOn: timeAfterStart(MINUTE_MS) });
    let reading: Promise<number> = Promise.resolve(0);
    await database.dataSource.transaction(async (manager) => {
      // A deletion starts with these locks.
      await manager.query('select from calls where id = $1 for no key update', [id]);
      await manager.query('select lock_happiness($1)', [account.account.id]);
      reading = readJobs(account);
      await database.waitForLocks();
      expect(await new ErasuresRepository(manager).deleteCall(account.account.id, id, null)).toBe(true);
    });
    expect(await reading).toBe(0);
    expect(await query('select from booking_facts where call_id = $1', [id])).toEqual([]);
  });

  it('continues after a crash between two pages, and stores a page once when two readers compete', async () => {
    const { tenant, account } = await connectWithDana();
    tenant.feedPageSize = 1;
    const call = await makeInboundCall(account, { leadCallId: '5' });
    tenant.jobFeed.push({ id: 1, customerId: 77, leadCallId: 5, createdOn: timeAfterStart(MINUTE_MS) });
    tenant.jobFeed.push({ id: 2, customerId: 77, createdOn: timeAfterStart(MINUTE_MS) });
    const [dueAccount, options] = [await findPolledAccount(account), { signal: AbortSignal.timeout(30_000) }];
    expect(await createJobsFeed().read(dueAccount, { ...options, canContinue: () => false })).toBe(0);
    expect(await findSettings(account)).toMatchObject({ jobCursor: 'cursor-1', jobsReadAt: null });
    expect(await findBookingFact(call)).toBeNull();
    const lateAccount = await findPolledAccount(account);
    const reads = [lateAccount, lateAccount, dueAccount].map((polled) =>
      createJobsFeed().read(polled, { ...options, canContinue: () => true }),
    );
    expect((await Promise.all(reads)).toSorted()).toEqual([0, 0, 1]);
    expect(await findSettings(account)).toMatchObject({ jobCursor: 'cursor-2' });
    expect(await findBookingFact(call)).toMatchObject({ jobId: '1' });
  });

  it('matches many calls in batches, and loses none after a crash between batches', async () => {
    const { tenant, account } = await connectWithDana();
    const calls: Call[] = [];
    for (let id = 1; id <= 7; id += 1) {
      calls.push(await makeInboundCall(account, { leadCallId: String(id) }));
      tenant.jobFeed.push({ id, customerId: 77, leadCallId: id, createdOn: timeAfterStart(MINUTE_MS) });
    }
    const countFacts = async (): Promise<number> =>
      (await Promise.all(calls.map(findBookingFact))).filter((fact) => fact !== null).length;
    const options = { signal: AbortSignal.timeout(30_000), canContinue: () => true };
    const match = Reflect.get(JobMatchingRepository.prototype, 'match');
    let matchCount = 0;
    const spy = jest.spyOn(JobMatchingRepository.prototype, 'match').mockImplementation(function (
      this: JobMatchingRepository,
      ...parameters
    ) {
      matchCount += 1;
      if (matchCount === 3) return Promise.reject(new Error('killed'));
      return match.apply(this, parameters);
    });
    await expect(createJobsFeed(2).read(await findPolledAccount(account), options)).rejects.toThrow('killed');
    expect(await countFacts()).toBe(4);
    expect(await findSettings(account)).toMatchObject({ jobsReadAt: null });
    expect(await createJobsFeed(2).read(await findPolledAccount(account), options)).toBe(3);
    spy.mockRestore();
    expect(await countFacts()).toBe(7);
    expect(matchCount).toBe(5);
    expect((await findSettings(account)).jobsReadAt).not.toBeNull();
    expect(await createJobsFeed(2).read(await findPolledAccount(account), options)).toBe(0);
  });

  it('drops the facts of many calls in batches when their jobs no longer belong to their customers', async () => {
    const { tenant, account } = await connectWithDana();
    const calls: Call[] = [];
    for (let index = 0; index < 5; index += 1) calls.push(await makeInboundCall(account));
    tenant.jobFeed.push({ id: 1, customerId: DANA.id, createdOn: timeAfterStart(DAY_MS) });
    expect(await readJobs(account)).toBe(5);
    await query('update calls set customer_key = null where account_id = $1', [account.account.id]);
    const options = { signal: AbortSignal.timeout(30_000), canContinue: () => true };
    expect(await createJobsFeed(2).read(await findPolledAccount(account), options)).toBe(0);
    expect(await Promise.all(calls.map(findBookingFact))).toEqual([null, null, null, null, null]);
  });

  it('restarts 60 days back if ServiceTitan rejects the cursor during the first read', async () => {
    const { tenant, account } = await connectWithDana();
    tenant.feedPageSize = 1;
    tenant.jobFeed.push(
      { id: 1, customerId: 77, createdOn: timeAfterStart(0) },
      { id: 2, customerId: 77, createdOn: timeAfterStart(0) },
    );
    const options = { signal: AbortSignal.timeout(30_000), canContinue: () => false };
    await createJobsFeed().read(await findPolledAccount(account), options);
    vendor.fault = ({ path }) => (path === 'export/jobs' ? { status: 400, body: {} } : undefined);
    const reading = createJobsFeed().read(await findPolledAccount(account), options);
    await expect(reading).rejects.toMatchObject({ code: 'SERVICETITAN_PLACE_FORGOTTEN' });
    const { jobCursor } = await findSettings(account);
    expect(Date.now() - Date.parse(jobCursor ?? '')).toBeGreaterThanOrEqual(60 * DAY_MS);
  });

  it('deletes the jobs when the tenant changes', async () => {
    const { tenant, account } = await connectWithDana();
    tenant.jobFeed.push({ id: 1, customerId: DANA.id, createdOn: timeAfterStart(MINUTE_MS) });
    await readJobs(account);
    const sql = 'update account_settings set job_cursor = null, jobs_read_at = null where account_id = $1';
    await query(sql, [account.account.id]);
    tenant.jobFeed.splice(0, 1, { id: 2, customerId: DANA.id, createdOn: timeAfterStart(MINUTE_MS) });
    await readJobs(account);
    expect(await query('select id from service_titan_jobs where account_id = $1', [account.account.id])).toEqual([
      { id: '2' },
    ]);
  });

  it.each<[string, ProviderReply, string]>([
    ['sends a 500', { status: 500, body: {} }, 'export/jobs'],
    ['sends a 429', { status: 429, body: {}, headers: { 'retry-after': '30' } }, 'export/jobs'],
    ['truncates a page', { raw: 'HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\n{"hasMore":' }, 'export/jobs'],
    [
      'truncates the phone numbers',
      { raw: 'HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\n{"data":' },
      'customers/contacts',
    ],
  ])('retries within a minute when ServiceTitan %s', async (_case, reply, requestPath) => {
    const { tenant, account } = await connectWithDana();
    tenant.jobFeed.push({ id: 1, customerId: DANA.id, createdOn: timeAfterStart(MINUTE_MS) });
    vendor.fault = ({ path }) => (path === requestPath ? reply : undefined);
    const poller = startPoller({ feed: createJobsFeed() });
    const { readJobsAfter } = await pollUntil(
      () => findSettings(account),
      (settings) => settings.readJobsAfter !== null,
    );
    await poller.onModuleDestroy();
    expect(Number(readJobsAfter) - Date.now()).toBeLessThanOrEqual(MINUTE_MS);
    expect(await findSettings(account)).toMatchObject({ jobCursor: null, jobsReadAt: null });
    expect(await findConnection(account)).toBeNull();
    vendor.fault = () => undefined;
    const call = await makeInboundCall(account);
    await readJobs(account);
    expect(await findBookingFact(call)).toMatchObject({ jobId: '1' });
  });

  it.each<[string, ProviderReply, string, RegExp]>([
    [
      'credentials were revoked',
      { status: 400, body: { error: 'invalid_client' } },
      'connect/token',
      /^Jobs aren't being read, so calls aren't confirmed as booked\. ServiceTitan rejected the client ID/,
    ],
    ['a permission is missing', { status: 403, body: {} }, 'export/jobs', /denied access to Jobs/],
  ])('shows on the connection that %s, until a read succeeds', async (_case, reply, requestPath, message) => {
    const { account } = await connectWithDana();
    vendor.fault = ({ path }) => (path === requestPath ? reply : undefined);
    const poller = startPoller({ feed: createJobsFeed() });
    const connection = await pollUntil(
      () => findConnection(account),
      (current) => current !== null,
    );
    expect(connection).toMatchObject({
      errorCode: 'SERVICETITAN_JOBS',
      errorMessage: expect.stringMatching(message) as string,
      isPermanent: true,
    });
    vendor.fault = () => undefined;
    await query('update account_settings set read_jobs_after = null where account_id = $1', [account.account.id]);
    await pollUntil(
      () => findConnection(account),
      (current) => current?.errorCode === null,
    );
    await poller.onModuleDestroy();
  });
});
