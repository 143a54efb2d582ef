import { Pool } from 'pg';

import { transcriptText } from '@ringwell/domain/calls/transcript';
import { redactSegments } from '@ringwell/domain/redaction/redact-transcript';
import { sanitizeForStorage } from '@ringwell/domain/text/sanitize-for-storage';

import { completeTranscript } from '../../../worker/src/calls/transcribe.step';
import { printResult } from '../bench-process';
import { ANALYSIS, PROBE, TRANSCRIPT } from '../instant-results';

const CONCURRENCY = 50;
const CONNECTIONS = 10;

const START_CALL = `
  update calls set state = 'running', attempts = attempts + 1, started_at = now(), updated_at = now()
  where id = (select id from calls where state = 'queued' order by run_after limit 1 for update skip locked)
  returning id, account_id`;
const SAVE_PROBE = `
  update calls set duration_seconds = $2, channel_count = $3, recording_type = $4, peaks = $5, updated_at = now()
  where id = $1`;
const SAVE_TRANSCRIPT = `
  insert into transcripts (call_id, account_id, run_number, engine, language, duration_seconds, segments, text)
  values ($1, $2, 1, $3, $4, $5, $6, $7)`;
const SAVE_ANALYSIS = `
  insert into analyses (call_id, account_id, run_number, engine, sentiment, confidence, summary, key_points,
    follow_up, course, evidence)
  values ($1, $2, 1, $3, $4, $5, $6, $7, $8, $9, $10)`;
const COMPLETE_CALL = `
  update calls set state = 'completed', result_run_number = 1, finished_at = now(), updated_at = now()
  where id = $1`;
const SAVE_USAGE = `
  insert into usage_records (account_id, call_id, minutes, instance_runs, source, call_data)
  values ($1, $2, 3.33, 1, 'n8n', $3)`;
const ADD_DAILY_USAGE = `
  insert into usage_daily as daily (account_id, day, minutes, call_minutes, calls, instance_runs)
  values ($1, (now() at time zone 'utc')::date, 3.33, 3.33, 1, 1)
  on conflict (account_id, day) do update set minutes = daily.minutes + 3.33, call_minutes = daily.call_minutes + 3.33,
    calls = daily.calls + 1, instance_runs = daily.instance_runs + 1`;

/**
 * Processes calls in a simple loop: takes the oldest call, processes its transcript as the product does, and saves each
 * result. Has no limits, fairness, leases, deadlines, queue, agents, customers or follow-ups. If it dies, its calls
 * stay unfinished.
 */
async function main(): Promise<void> {
  const pool = new Pool({ connectionString: process.env['DATABASE_URL'], max: CONNECTIONS });
  await Promise.all(Array.from({ length: CONNECTIONS }, () => pool.query('select 1')));
  const cpuBefore = process.cpuUsage();
  const startedAt = performance.now();
  let calls = 0;
  const runCalls = async (): Promise<void> => {
    for (;;) {
      const {
        rows: [call],
      } = await pool.query<{ id: string; account_id: string }>(START_CALL);
      if (!call) return;
      await pool.query(
        'select accounts.*, account_settings.* from accounts join account_settings on account_id = accounts.id where accounts.id = $1',
        [call.account_id],
      );
      await runCall(pool, call.id, call.account_id);
      calls += 1;
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, runCalls));
  const seconds = (performance.now() - startedAt) / 1_000;
  const { user, system } = process.cpuUsage(cpuBefore);
  await pool.end();
  printResult({ calls, perSecond: calls / seconds, workerCpuMs: (user + system) / 1_000 / calls });
}

async function runCall(pool: Pool, id: string, accountId: string): Promise<void> {
  await pool.query(SAVE_PROBE, [id, PROBE.durationSeconds, PROBE.channelCount, PROBE.recordingType, PROBE.peaks]);
  const { transcript } = completeTranscript(sanitizeForStorage(TRANSCRIPT), { channels: [] }, null);
  const { segments } = redactSegments(transcript.segments);
  const { engine: recognizer, language, durationSeconds } = transcript;
  const text = transcriptText({ segments });
  await pool.query(SAVE_TRANSCRIPT, [
    id,
    accountId,
    recognizer,
    language,
    durationSeconds,
    JSON.stringify(segments),
    text,
  ]);
  const { engine, sentiment, confidence, summary, keyPoints, followUp, course, evidence } = ANALYSIS;
  await pool.query(SAVE_ANALYSIS, [
    id,
    accountId,
    engine,
    sentiment,
    confidence,
    summary,
    JSON.stringify(keyPoints),
    JSON.stringify(followUp),
    JSON.stringify(course),
    JSON.stringify(evidence),
  ]);
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query(COMPLETE_CALL, [id]);
    await client.query(SAVE_USAGE, [accountId, id, JSON.stringify({ content: summary })]);
    await client.query(ADD_DAILY_USAGE, [accountId]);
    await client.query('commit');
  } finally {
    client.release();
  }
}

void main();
