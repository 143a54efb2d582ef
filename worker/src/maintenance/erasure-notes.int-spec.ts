import { Account } from '@ringwell/database/accounts/account.entity';
import { AccountSettings } from '@ringwell/database/accounts/settings/account-settings.entity';
import { ErasuresRepository, type ErasureReceipt } from '@ringwell/database/erasures/erasures.repository';
import type { WorkerConfig } from '@ringwell/platform/config/environment-settings';
import { DiskStorage } from '@ringwell/platform/storage/disk.storage';
import type { FakeTenant } from '@ringwell/testing/fake-service-titan-server';
import { temporaryDirectory } from '@ringwell/testing/temporary-directory';

import { useServiceTitanNotes } from '../deliveries/testing/use-service-titan-notes';
import { fakeLeader } from '../leader/testing/fake-leader';
import { ErasureLoop } from './erasure.loop';

const DAY_MS = 24 * 3_600_000;

describe('ErasureLoop: notes in ServiceTitan', () => {
  const { vendor, database, createNotesService, createNote, attempt, createTenant } = useServiceTitanNotes();
  const storage = new DiskStorage(temporaryDirectory());
  beforeAll(() => storage.setUp(() => Promise.resolve(false)));

  const erasures = (): ErasuresRepository => new ErasuresRepository(database.manager);
  const createLoop = (settings?: Partial<WorkerConfig>): ErasureLoop =>
    new ErasureLoop(
      fakeLeader(),
      erasures(),
      database.repositories.accountExports,
      storage,
      createNotesService(settings),
    );
  const hasRequestedDeletion = (): boolean => vendor.requests.some(({ method }) => method === 'DELETE');

  async function switchTenant(from: FakeTenant, to: FakeTenant): Promise<void> {
    const { manager } = database;
    await manager.update(Account, { serviceTitanTenant: from.id }, { serviceTitanTenant: to.id });
    const serviceTitanClientId = to.clientId;
    await manager.update(AccountSettings, { serviceTitanClientId: from.clientId }, { serviceTitanClientId });
  }

  /** Deletes a call with a note in ServiceTitan and lets the undo period pass. */
  async function deleteCall(
    tenant: FakeTenant,
    removeNotes = true,
    beforeDeletion: () => Promise<void> = () => Promise.resolve(),
  ): Promise<() => Promise<ErasureReceipt | undefined>> {
    const { account: testAccount, call, delivery } = await createNote(tenant);
    expect(await attempt(testAccount, delivery)).toMatchObject({ state: 'sent' });
    const { account, user } = testAccount;
    await beforeDeletion();
    await database.dataSource.transaction((manager) =>
      new ErasuresRepository(manager).deleteCall(account.id, call.id, user.id, { removeNotes }),
    );
    await createLoop().erase();
    expect(hasRequestedDeletion()).toBe(false); // the deletion can still be undone
    await database.query('update deleted_calls set erase_at = now()');
    return async () => (await erasures().list(account.id, 1))[0];
  }

  it("removes only the customer's note, and only after the deletion can no longer be undone", async () => {
    const tenant = createTenant();
    const otherNote = { parent: 'customers/815', id: 1, text: 'Has a dog', createdOn: new Date().toISOString() };
    tenant.notes.push(otherNote);
    const findReceipt = await deleteCall(tenant);
    expect(tenant.notes).toHaveLength(2);
    expect(await createLoop().erase()).toBe(1);
    expect(tenant.notes).toEqual([otherNote]);
    expect(await findReceipt()).toMatchObject({
      notesRemoved: true,
      erasedCalls: 1,
      finishedAt: expect.any(Date) as Date,
    });
  });

  it.each([
    ['on a customer unless its removal was requested', false, []],
    ['on a job', true, [{ id: 4711, customerId: 815 }]],
  ])('keeps a note %s', async (_case, removeNotes, jobs) => {
    const tenant = createTenant({ jobs });
    const findReceipt = await deleteCall(tenant, removeNotes);
    expect(await createLoop().erase()).toBe(1);
    expect(tenant.notes).toHaveLength(1);
    expect(await findReceipt()).toMatchObject({ notesRemoved: null, erasedCalls: 1 });
  });

  it.each([
    ['fails', { status: 500, body: {} }],
    ['rate-limits requests', { status: 429, body: {} }],
    ['breaks the connection', 'break' as const],
  ])('retries for a day when ServiceTitan %s', async (_case, fault) => {
    const tenant = createTenant();
    const findReceipt = await deleteCall(tenant);
    vendor.fault = ({ method }) => (method === 'DELETE' ? fault : undefined);
    const loop = createLoop();
    const now = Date.now();
    expect(await loop.erase(now)).toBe(0);
    expect(await loop.erase(now + 61_000)).toBe(0);
    expect(await findReceipt()).toMatchObject({ notesRemoved: null, finishedAt: null });
    vendor.fault = () => undefined;
    expect(await loop.erase(now + 122_000)).toBe(1);
    expect(tenant.notes).toEqual([]);
    expect(await findReceipt()).toMatchObject({ notesRemoved: true });
  });

  it('gives up after a day, and records this in the receipt', async () => {
    const findReceipt = await deleteCall(createTenant());
    vendor.fault = ({ method }) => (method === 'DELETE' ? { status: 503, body: {} } : undefined);
    expect(await createLoop().erase(Date.now() + DAY_MS + 60_000)).toBe(1);
    expect(await findReceipt()).toMatchObject({ notesRemoved: false, finishedAt: expect.any(Date) as Date });
  });

  it.each<[string, Partial<WorkerConfig> | undefined, (tenant: FakeTenant) => void]>([
    ['the permission is missing', undefined, (tenant) => tenant.forbiddenModules.add('crm')],
    ['the client secret was changed', undefined, (tenant) => (tenant.clientSecret = 'other')],
    ['the installation has no app key', { SERVICETITAN_APP_KEY: undefined }, () => undefined],
  ])('records in the receipt that notes were left in ServiceTitan when %s', async (_case, settings, change) => {
    const tenant = createTenant();
    const findReceipt = await deleteCall(tenant);
    change(tenant);
    expect(await createLoop(settings).erase()).toBe(1);
    expect(tenant.notes).toHaveLength(1);
    expect(await findReceipt()).toMatchObject({ notesRemoved: false });
  });

  it.each([
    ['before', true],
    ['after', false],
  ])(
    'does not delete a note with the same ID in a tenant that the account switched to %s the deletion',
    async (_when, isEarly) => {
      const tenant = createTenant();
      const newTenant = createTenant();
      Object.assign(newTenant, { clientSecret: tenant.clientSecret, notes: tenant.notes });
      const switchToNewTenant = (): Promise<void> => switchTenant(tenant, newTenant);
      const findReceipt = await deleteCall(tenant, true, isEarly ? switchToNewTenant : undefined);
      if (!isEarly) await switchToNewTenant();
      expect(await createLoop().erase()).toBe(1);
      expect(newTenant.notes).toHaveLength(1);
      expect(await findReceipt()).toMatchObject({ notesRemoved: false });
    },
  );

  it('treats a note that was already deleted as removed', async () => {
    const tenant = createTenant();
    const findReceipt = await deleteCall(tenant);
    tenant.notes.length = 0;
    expect(await createLoop().erase()).toBe(1);
    expect(await findReceipt()).toMatchObject({ notesRemoved: true });
  });
});
