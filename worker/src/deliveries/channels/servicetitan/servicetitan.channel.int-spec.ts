import type { AccountSettings } from '@ringwell/database/accounts/settings/account-settings.entity';
import type { Call } from '@ringwell/database/calls/call.entity';
import type { FakeTenant } from '@ringwell/testing/fake-service-titan-server';

import { DANA, useServiceTitanNotes } from '../../testing/use-service-titan-notes';

describe('ServiceTitanChannel', () => {
  const {
    vendor,
    database,
    deliveries,
    planNote,
    attempt,
    createNote,
    findConnection,
    createTenant,
    listNoteDestinations,
    isNotePost,
  } = useServiceTitanNotes();

  it("writes a note to the call's job", async () => {
    const tenant = createTenant({ jobs: [{ id: 4711, customerId: DANA.id }] });
    const { account, call, delivery } = await createNote(tenant, { jobId: '4711' });
    expect(await attempt(account, delivery)).toMatchObject({ state: 'sent', attempts: 1, providerRef: 'job:4711' });
    expect(tenant.notes).toEqual([
      expect.objectContaining({
        parent: 'jobs/4711',
        text: expect.stringContaining(`[Ringwell call ${call.id} run 1]`) as string,
      }),
    ]);
    expect(tenant.notes[0]?.text).toContain(`Call: https://calls.example.com/calls/${call.id}\n`);
    expect(await findConnection(account)).toMatchObject({ errorCode: null, lastSuccessAt: expect.any(Date) as Date });
  });

  describe('destination of a note', () => {
    const jobs = [
      { id: 11, customerId: DANA.id, createdOn: '2026-01-01T00:00:00Z' },
      { id: 12, customerId: DANA.id, createdOn: '2026-03-01T00:00:00Z' },
    ];
    const sameNumberCustomers = [DANA, { id: 816, name: 'Sam Whitfield', phone: '+1 555 010 0142' }];
    it.each<
      [
        string,
        {
          target?: AccountSettings['noteTarget'];
          call?: Partial<Call>;
          jobs?: FakeTenant['jobs'];
          customers?: FakeTenant['customers'];
          booked?: number;
          hasCustomer?: boolean;
        },
        string | null,
      ]
    >([
      ['the job sent with the call', { call: { jobId: '11' }, jobs }, 'jobs/11'],
      ["the call's job in ServiceTitan", { call: { leadCallId: '500' }, jobs, booked: 11 }, 'jobs/11'],
      ['the latest job for the customer sent with the call', { call: { customerId: '815' }, jobs }, 'jobs/12'],
      [
        "the latest job for the call's customer in ServiceTitan",
        { call: { leadCallId: '500', fromNumber: null }, jobs, hasCustomer: true },
        'jobs/12',
      ],
      ['the latest job for the customer with the phone number', { call: {}, jobs }, 'jobs/12'],
      [
        'the latest job for the customer with the called number',
        { call: { direction: 'outbound', fromNumber: '+15550100100', toNumber: '001 555 0100142' }, jobs },
        'jobs/12',
      ],
      ['the customer if there is no job', { call: {} }, 'customers/815'],
      [
        'the customer whose number is in a SIP address',
        { call: { fromNumber: 'sip:5550100142@10.20.30.40:5060' } },
        'customers/815',
      ],
      ['the customer whose number has an extension', { call: { fromNumber: '555-010-0142 ext. 12' } }, 'customers/815'],
      [
        'none for a withheld number',
        { call: { fromNumber: '7378742883' }, customers: [{ id: 817, name: 'Kim', phone: '737-874-2883' }] },
        null,
      ],
      ['the customer if the setting says so', { target: 'customer', call: { jobId: '11' }, jobs }, 'customers/815'],
      [
        'the latest job if the one sent with the call does not exist in ServiceTitan',
        { call: { jobId: '999', leadCallId: '998', customerId: '997' }, jobs },
        'jobs/12',
      ],
      ["the latest job if the call's job was deleted", { call: { leadCallId: '500' }, jobs, booked: 999 }, 'jobs/12'],
      [
        'the latest job if the IDs are malformed',
        { call: { jobId: '../customers/1', leadCallId: 'CA12f', customerId: '0' }, jobs },
        'jobs/12',
      ],
      [
        'the customer with the name if several share the number',
        { call: { customerName: 'sám  whitfield' }, customers: sameNumberCustomers },
        'customers/816',
      ],
      [
        'none if several customers share the number and none has the name',
        { call: { customerName: 'Kim' }, customers: sameNumberCustomers },
        null,
      ],
      ['none if there is no job and notes only go to jobs', { target: 'job' }, null],
      ['none for an unknown number', { call: { fromNumber: '+15550109999' } }, null],
      ['none for an incomplete number', { call: { fromNumber: '0142' } }, null],
      ['none if the call has no ID, number or name', { call: { fromNumber: null, customerName: null } }, null],
    ])(
      'is %s',
      async (_name, { target = 'job_then_customer', call = {}, booked, hasCustomer, ...tenantParts }, destination) => {
        const tenant = createTenant(tenantParts);
        tenant.calls.set(500, { jobId: booked, customer: hasCustomer ? DANA : undefined });
        const { account, delivery } = await createNote(tenant, call, { noteTarget: target });
        const result = await attempt(account, delivery);
        expect(listNoteDestinations(tenant)).toEqual(destination ? [destination] : []);
        expect(result.state).toBe(destination ? 'sent' : 'suppressed');
      },
    );

    it('suppresses a note without a destination, and writes it when it is resent after one appears', async () => {
      const tenant = createTenant({ customers: [] });
      const { account, delivery } = await createNote(tenant);
      expect(await attempt(account, delivery)).toMatchObject({
        state: 'suppressed',
        errorCode: 'SERVICETITAN_UNMATCHED',
        errorMessage: expect.stringMatching(/^No job or customer in ServiceTitan/) as string,
      });
      expect(await findConnection(account)).toBeNull();
      tenant.customers.push(DANA);
      expect(await deliveries().resend(account.account.id, delivery.id)).toBe(true);
      expect(await attempt(account, delivery)).toMatchObject({
        state: 'sent',
        providerRef: expect.stringMatching(/^customer:815\/note:\d+$/) as string,
      });
    });
  });

  it('writes to another destination if the first one is deleted before the request', async () => {
    const tenant = createTenant({ jobs: [{ id: 5, customerId: DANA.id }] });
    const { account, delivery } = await createNote(tenant);
    vendor.fault = (request) => {
      if (isNotePost(request)) tenant.jobs.length = 0;
      return undefined;
    };
    expect(await attempt(account, delivery)).toMatchObject({ state: 'retry', errorCode: 'SERVICETITAN_PLACE_GONE' });
    expect(await attempt(account, delivery)).toMatchObject({ state: 'sent' });
    expect(listNoteDestinations(tenant)).toEqual(['customers/815']);
  });

  it('writes a new note after the call is reprocessed', async () => {
    const tenant = createTenant();
    const { account, call, delivery } = await createNote(tenant);
    await attempt(account, delivery);
    await database.query(`update calls set run_number = 2 where id = $1`, [call.id]);
    expect(await attempt(account, await planNote(account, { ...call, runNumber: 2 }))).toMatchObject({ state: 'sent' });
    expect(tenant.notes.map(({ text }) => text.includes('Updated note'))).toEqual([false, true]);
  });

  it('writes a first note after a run without a result', async () => {
    const tenant = createTenant();
    const { account, delivery } = await createNote(tenant, { runNumber: 2 });
    expect(await attempt(account, delivery)).toMatchObject({ state: 'sent' });
    expect(tenant.notes.map(({ text }) => text)).toEqual([expect.stringMatching(/^Call From: [^]* run 2]$/)]);
  });
});
