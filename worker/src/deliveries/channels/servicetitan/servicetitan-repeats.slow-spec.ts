import { randomUUID } from 'node:crypto';

import { BAD_BODIES } from '@ringwell/testing/fake-http-provider';
import type { ProviderReply } from '@ringwell/testing/fake-http-provider';

import { DANA, useServiceTitanNotes } from '../../testing/use-service-titan-notes';

describe('ServiceTitanChannel: repeated attempts', () => {
  const {
    vendor,
    database,
    deliveries,
    createSender,
    attempt,
    createNote,
    createTenant,
    listNoteDestinations,
    isNotePost,
  } = useServiceTitanNotes();

  describe('a note that may have been written', () => {
    it.each<[string, ProviderReply]>([
      ['no response arrives', 'hang'],
      ['the connection breaks', 'break'],
      ['a gateway error arrives', { status: 504, body: {} }],
    ])('is not repeated when %s after ServiceTitan accepted it', async (_name, reply) => {
      const tenant = createTenant();
      const { account, delivery } = await createNote(tenant);
      vendor.fault = (request) => {
        if (!isNotePost(request)) return undefined;
        vendor.serve(request);
        return reply;
      };
      expect(await attempt(account, delivery, createSender({}, { writeMs: 1_000 }))).toMatchObject({
        state: 'unknown',
        errorCode: 'SERVICETITAN_UNCONFIRMED',
      });
      const sentDelivery = await attempt(account, delivery);
      expect(tenant.notes).toHaveLength(1);
      // With its ID, the note can be removed if the call is deleted.
      const providerRef = `customer:815/note:${tenant.notes[0]?.id}`;
      expect(sentDelivery).toMatchObject({ state: 'sent', attempts: 2, providerRef });
    });

    it('is not repeated when the worker died after ServiceTitan accepted it', async () => {
      const tenant = createTenant({ jobs: [{ id: 5, customerId: DANA.id }] });
      const { account, delivery } = await createNote(tenant);
      expect(await attempt(account, delivery)).toMatchObject({ state: 'sent' });
      // The state after the reaper ran: the destination is stored, but the outcome isn't.
      await database.query(
        `update deliveries set state = 'unknown', uncertain_tries = 1, sent_at = null where id = $1`,
        [delivery.id],
      );
      tenant.jobs.push({ id: 6, customerId: DANA.id, createdOn: new Date().toISOString() }); // the preferred destination
      expect(await attempt(account, delivery)).toMatchObject({ state: 'sent', attempts: 2 });
      expect(listNoteDestinations(tenant)).toEqual(['jobs/5']);
    });

    it('is not repeated by a resend, even among many notes', async () => {
      const tenant = createTenant({ jobs: [{ id: 5, customerId: DANA.id }] });
      const { account, delivery } = await createNote(tenant);
      tenant.notes.push(
        ...Array.from({ length: 700 }, (_, id) => ({
          parent: 'jobs/5',
          id,
          text: `[Ringwell call ${randomUUID()} run 1]`,
          createdOn: '2020-01-01T00:00:00Z',
        })),
      );
      await attempt(account, delivery);
      expect(await deliveries().resend(account.account.id, delivery.id)).toBe(true);
      expect(await attempt(account, delivery)).toMatchObject({ state: 'sent', attempts: 2 });
      expect(tenant.notes).toHaveLength(701);
    });

    it('is written again if three lookups fail to find it', async () => {
      const tenant = createTenant();
      const { account, delivery } = await createNote(tenant);
      vendor.fault = (request) => (isNotePost(request) ? 'break' : undefined); // the note was never accepted
      expect(await attempt(account, delivery)).toMatchObject({ state: 'unknown', uncertainTries: 1 });
      vendor.fault = () => undefined;
      expect(await attempt(account, delivery)).toMatchObject({
        state: 'unknown',
        uncertainTries: 2,
        errorCode: 'SERVICETITAN_UNCONFIRMED',
      });
      expect(await attempt(account, delivery)).toMatchObject({ state: 'unknown', uncertainTries: 3 });
      expect(tenant.notes).toHaveLength(0);
      expect(await attempt(account, delivery)).toMatchObject({ state: 'sent', attempts: 4 });
      expect(tenant.notes).toHaveLength(1);
    });

    it('is not repeated if the first lookup fails', async () => {
      const tenant = createTenant();
      const { account, delivery } = await createNote(tenant);
      vendor.fault = (request) => (isNotePost(request) ? (vendor.serve(request), 'break') : undefined);
      await attempt(account, delivery);
      vendor.fault = ({ path }) => (path.endsWith('/notes') ? { status: 500, body: {} } : undefined);
      expect(await attempt(account, delivery)).toMatchObject({ state: 'retry', errorCode: 'SERVICETITAN_UNAVAILABLE' });
      vendor.fault = () => undefined;
      expect(await attempt(account, delivery)).toMatchObject({ state: 'sent' });
      expect(tenant.notes).toHaveLength(1);
    });

    it.each([
      ['retry', 500],
      ['failed', 403],
    ])('is not repeated by a resend from %s while ServiceTitan may still be writing it', async (state, status) => {
      const tenant = createTenant();
      const { account, delivery } = await createNote(tenant);
      let writeNote = (): unknown => undefined;
      vendor.fault = (request) => {
        if (!isNotePost(request)) return request.path.endsWith('/notes') ? { status, body: {} } : undefined;
        writeNote = () => vendor.serve(request);
        return 'break';
      };
      await attempt(account, delivery);
      expect(await attempt(account, delivery)).toMatchObject({ state });
      vendor.fault = () => undefined;
      expect(await deliveries().resend(account.account.id, delivery.id)).toBe(true);
      expect(await attempt(account, delivery)).toMatchObject({ state: 'unknown' });
      writeNote();
      expect(await attempt(account, delivery)).toMatchObject({ state: 'sent' });
      expect(tenant.notes).toHaveLength(1);
    });

    it.each<readonly [string, ProviderReply]>([['is not JSON', { body: '<html>' }], ...BAD_BODIES])(
      'is treated as written when the body of a successful response %s',
      async (_case, reply) => {
        const tenant = createTenant();
        const { account, delivery } = await createNote(tenant);
        vendor.fault = (request) => (isNotePost(request) ? (vendor.serve(request), reply) : undefined);
        expect(await attempt(account, delivery)).toMatchObject({ state: 'sent', providerRef: 'customer:815' });
      },
    );
  });
});
