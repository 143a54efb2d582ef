import { createHash, randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

import { Registry } from 'prom-client';

import { Call } from '@ringwell/database/calls/call.entity';
import { DispatchRepository } from '@ringwell/database/scheduling/dispatch.repository';
import { SEALED_FIELDS } from '@ringwell/database/sealed-fields';
import { SecretBox } from '@ringwell/platform/crypto/secret-box';
import { PipelineMetrics } from '@ringwell/platform/metrics/pipeline-metrics';
import { DiskStorage, STORAGE_MARKER } from '@ringwell/platform/storage/disk.storage';
import { makeWav } from '@ringwell/testing/intake-client';
import { temporaryDirectory } from '@ringwell/testing/temporary-directory';
import { useTestDatabase } from '@ringwell/testing/test-database';
import { TEST_KEY } from '@ringwell/testing/test-keys';
import { useOutboundTarget } from '@ringwell/testing/use-outbound-target';

import type { ServiceTitanRecordingsService } from '../servicetitan/service-titan-recordings.service';
import { FetchStep } from './fetch.step';
import { makeCallRunService } from './testing/make-call-run-service';
import { makeWorkerIdentity } from './testing/make-worker-identity';

type HostResponse = [status: number, body: string | Buffer, headers?: Record<string, string>];

const database = useTestDatabase();
const target = useOutboundTarget();
const folder = temporaryDirectory();
writeFileSync(join(folder, STORAGE_MARKER), '');

const identity = makeWorkerIdentity();

/**
 * Runs a call whose link returns this response.
 * @param ageMinutes minutes since the call was received
 * @param key the key that sealed the link
 */
async function runCallWithLink([status, body, headers]: HostResponse, ageMinutes = 0, key = TEST_KEY): Promise<Call> {
  target.respond = (_request, response) => {
    response.writeHead(status, headers).end(body);
  };
  const { account } = await database.makeAccount();
  const { id } = await database.makeCall(account.id, {
    createdAt: new Date(Date.now() - ageMinutes * 60_000),
    recordingKey: null,
  });
  await database.manager.update(Call, id, {
    sealedRecordingUrl: new SecretBox(key).seal(target.url('/recordings/RE1.mp3'), SEALED_FIELDS.callRecordingUrl(id)),
  });
  const fetchStep = new FetchStep(
    database.repositories.callRuns,
    new DiskStorage(folder),
    target.createAllowedClient(),
    {} as ServiceTitanRecordingsService,
    new SecretBox(TEST_KEY),
    new PipelineMetrics(new Registry()),
  );
  const runCall = makeCallRunService(
    database.dataSource,
    { run: async ({ call }, run) => void (await fetchStep.fetch(call, run)) },
    { identity },
  );
  for (const lease of await new DispatchRepository(database.dataSource).releaseDueCalls({
    calls: 1,
    forBusyAccounts: 1,
  }))
    await runCall.run(lease);
  return database.manager.findOneByOrFail(Call, { id });
}

describe('a link to a recording', () => {
  it.each<[string, HostResponse, string]>([
    ['does not exist yet', [404, 'no such recording'], '127.0.0.1 returned HTTP 404: not found. Check the URL.'],
    ['returns status 202', [202, ''], '127.0.0.1 returned HTTP 202 without a recording.'],
    ['has no content yet', [204, ''], '127.0.0.1 returned HTTP 204 without a recording.'],
    ['is empty', [200, ''], '127.0.0.1 returned HTTP 200 without a recording.'],
  ])('is retried for an hour if it %s', async (_case, response, reason) => {
    expect(await runCallWithLink(response)).toMatchObject({
      state: 'received',
      attempts: 0,
      errorCode: 'RECORDING_PENDING',
      errorMessage: `${reason} We'll keep checking for an hour, in case the recording isn't ready yet.`,
    });
    expect(await runCallWithLink(response, 61)).toMatchObject({ state: 'failed', errorMessage: reason });
  });

  it.each<[string, HostResponse, string]>([
    ['a sign-in page', [200, '\n<!DOCTYPE html><html><form>'], 'a web page instead of a recording'],
    ['XML', [200, '<?xml version="1.0"?><Error><Code>AccessDenied</Code></Error>'], 'XML instead of a recording'],
    ['JSON', [200, '\ufeff{"status":"processing"}'], 'JSON instead of a recording'],
    ['a gzip file', [200, gzipSync(makeWav(5_000))], 'a gzip file instead of a recording'],
    ['a ZIP file', [200, Buffer.from('PK\x03\x04')], 'a ZIP file instead of a recording'],
    ['a PDF', [200, '%PDF-1.7'], 'a PDF instead of a recording'],
  ])('fails with a message that names the problem if it leads to %s', async (_case, response, reason) => {
    const call = await runCallWithLink(response);
    expect(call).toMatchObject({ state: 'failed', errorCode: 'RECORDING_UNREADABLE' });
    expect(call.errorMessage).toContain(`127.0.0.1 sent ${reason}`);
  });

  it('fails immediately if access is denied', async () => {
    expect(await runCallWithLink([403, ''])).toMatchObject({ state: 'failed', errorCode: 'OUTBOUND_FORBIDDEN' });
  });

  it('waits a week for the operator if it was sealed with another key, which administrators are told', async () => {
    const otherKey = randomBytes(32).toString('base64');
    const unreadable = {
      errorCode: 'SECRET_UNREADABLE',
      errorMessage: expect.stringContaining('SECRETS_KEY') as string,
    };
    const call = await runCallWithLink([200, makeWav(5_000)], 0, otherKey);
    expect(call).toMatchObject({ state: 'queued', attempts: 0, ...unreadable });
    expect(call.runAfter.getTime()).toBeGreaterThan(Date.now() + 9 * 60_000);
    expect(identity.engines.callProblem).toBe(call.errorMessage);
    const oldCall = await runCallWithLink([200, makeWav(5_000)], 7 * 24 * 60, otherKey);
    expect(oldCall).toMatchObject({ state: 'failed', ...unreadable });
  });

  it('returns the recording, which is stored byte for byte', async () => {
    const recording = makeWav(300_000);
    expect(await runCallWithLink([200, recording])).toMatchObject({
      recordingBytes: recording.length,
      recordingSha256: createHash('sha256').update(recording).digest('hex'),
    });
  });
});
