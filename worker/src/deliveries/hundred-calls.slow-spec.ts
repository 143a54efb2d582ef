import { PROMISE_CLAIM, type Evidence, type PlannedFollowUp } from '@ringwell/domain/calls/analysis';
import { FakeChatServer } from '@ringwell/testing/fake-chat-server';
import { FakeDeepgramServer } from '@ringwell/testing/fake-deepgram-server';
import { FakeServiceTitanServer, type FakeTenant } from '@ringwell/testing/fake-service-titan-server';
import { FakeSmtpServer } from '@ringwell/testing/fake-smtp-server';
import type { TestAccount } from '@ringwell/testing/make-account';
import { SHORT_CALL, type CallResponse } from '@ringwell/testing/test-system';
import { useTestSystem } from '@ringwell/testing/use-test-system';

import { loadTrainingCalls, type TrainingCall } from '../../../lab/analyst/training-data';
import { beginsWithVerb } from '../analysis/checks/instructions';
import { isCommitment } from '../analysis/checks/promises';

const CALLS = 50;
const CALL_SECONDS = 12; // the length of SHORT_CALL
const MAX_WORDS_WITHOUT_WRITER = 40;
const MAX_SUMMARY_WORDS = 60;
const EMPTY_PHRASES = /^(?:Call|Get back to) (?:the )?customer(?: back)?\.?$/i;

interface Result extends Omit<NonNullable<CallResponse['result']>, 'evidence'> {
  followUp: PlannedFollowUp;
  evidence: Evidence[];
  writer: string | null;
}

// Calls with human-written facts and error-free transcripts.
const trainingCalls = loadTrainingCalls().filter(({ file, asrStyle }) => /^[tu]/.test(file) && !asrStyle);
const selectCalls = (offset: number): TrainingCall[] =>
  Array.from(
    { length: CALLS },
    (_, index) => trainingCalls[(offset + Math.floor((index * trainingCalls.length) / CALLS)) % trainingCalls.length]!,
  );

const extractWords = (text: string): string[] => text.match(/[\p{L}\p{N}][\p{L}\p{N}'’.,:$-]*/gu) ?? [];
const normalizeText = (text: string): string => extractWords(text.toLowerCase()).join(' ');
const extractQuotes = (text: string): string[] => [...text.matchAll(/“([^”]+)”/g)].map(([, quote = '']) => quote);

/** Returns the six-word sequences that occur more than once in a text. */
function findRepeats(text: string): string[] {
  const words = normalizeText(text).split(' ');
  const seenSequences = new Set<string>();
  return words.flatMap((_, index) => {
    const sequence = words.slice(index, index + 6).join(' ');
    if (index + 6 > words.length || !seenSequences.has(sequence)) {
      seenSequences.add(sequence);
      return [];
    }
    return [sequence];
  });
}

describe.each([
  { mode: 'without a writer', offset: 0 },
  { mode: 'with a writer', offset: 7 },
])('messages about fifty calls $mode', ({ mode, offset }) => {
  const hasWriter = mode === 'with a writer';
  const recognizer = new FakeDeepgramServer();
  const writer = new FakeChatServer();
  const serviceTitan = new FakeServiceTitanServer();
  const smtp = new FakeSmtpServer();
  const servers = [recognizer, writer, serviceTitan, smtp];
  let tenant: FakeTenant;
  const system = useTestSystem(servers, {
    env: () => ({
      DEEPGRAM_API_KEY: 'key',
      DEEPGRAM_BASE_URL: recognizer.origin,
      ...(hasWriter && { ANALYSIS_BASE_URL: writer.baseUrl, ANALYSIS_ENGINE: 'writer' }),
      ...smtp.settings,
      ...serviceTitan.settings,
    }),
  });
  let account: TestAccount;
  let currentCall: TrainingCall;

  beforeAll(async () => {
    tenant = serviceTitan.addTenant('987654321');
    tenant.customers.push({ id: 7, name: 'Dana Whitfield', phone: '5550100142' });
    tenant.jobs.push({ id: 5, customerId: 7 });
    recognizer.reply = () => ({ body: toDeepgramResponse(currentCall) });
    writer.reply = ({ messages }) => FakeChatServer.chatReply(buildAnalysis(findPromptCall(JSON.stringify(messages))));
    account = await system.database.makeAccount({
      account: { serviceTitanTenant: tenant.id },
      settings: {
        emailEnabled: true,
        emailAddress: ['office@example.com'],
        serviceTitanClientId: tenant.clientId,
        noteTarget: 'job',
        inboundMinCallTime: 0,
        outboundMinCallTime: 0,
      },
      secrets: { serviceTitanClientSecret: tenant.clientSecret },
    });
  });

  /** Spreads the turns evenly over the recording, with the agent on the left channel. */
  function toDeepgramResponse({ turns }: TrainingCall): object {
    const length = CALL_SECONDS / turns.length;
    return {
      metadata: { request_id: 'fake', duration: CALL_SECONDS, channels: 2 },
      results: {
        channels: [],
        utterances: turns.map(({ speaker, text }, index) => ({
          start: index * length,
          end: (index + 0.9) * length,
          confidence: 0.98,
          channel: speaker === 'agent' ? 0 : 1,
          transcript: text,
          words: [],
        })),
      },
    };
  }

  // The writer runs in the background and may still be working on an earlier call than the recognizer.
  function findPromptCall(prompt: string): TrainingCall {
    const isInPrompt = ({ turns }: TrainingCall): boolean =>
      turns
        .slice(0, 4)
        .every(
          ({ text }) =>
            prompt.includes(JSON.stringify(JSON.stringify(text).slice(1, -1)).slice(1, -1)) ||
            prompt.includes(JSON.stringify(text).slice(1, -1)),
        );
    return selectCalls(offset).find(isInPrompt) ?? currentCall;
  }

  /** Builds a language model's response from the human-written facts. */
  function buildAnalysis({ facts, turns, label, needsFollowUp }: TrainingCall): object {
    const [first = '', second = '', ...points] = facts.map((fact) => (/[.!?]$/.test(fact) ? fact : `${fact}.`));
    const promiseIndex = turns.findIndex(({ speaker, text }) => speaker === 'agent' && /\bI'll call\b/i.test(text));
    return {
      sentiment: label,
      confidence: 0.95,
      topic: 'billing',
      followUpNeeded: needsFollowUp,
      course: [],
      summary: `${first} ${second}`.trim(),
      points: points.map((point) => point.replace(/\.$/, '')),
      next:
        promiseIndex < 0 ? [] : [{ who: 'company', what: 'Call back as agreed', when: null, segment: promiseIndex }],
      quote: null,
    };
  }

  it('never repeat themselves, and only state what was said', async () => {
    const problems: string[] = [];
    const totals = { calls: 0, summaries: 0, quotes: 0, instructions: 0, promises: 0, messages: 0, longest: 0 };
    const submittedCalls: [TrainingCall, string][] = [];
    for (const call of selectCalls(offset)) {
      currentCall = call;
      const id = await system.submit(account, SHORT_CALL, {
        jobId: '5',
        customerName: call.customerName ?? 'Dana Whitfield',
        from: '+15550100142',
        direction: call.direction ?? 'inbound',
      });
      expect(await system.waitForCall(account, id)).toMatchObject({ state: 'completed' });
      submittedCalls.push([call, id]);
    }
    await waitForDeliveries();
    for (const [call, id] of submittedCalls) {
      const details = await system.fetchCall(account, id);
      const { transcript } = details;
      const result = details.result as Result | null;
      const report = (text: string): number => problems.push(`${call.id}: ${text}`);
      if (!result || !transcript) {
        report('has no result');
        continue;
      }
      const segments = transcript.segments as { speaker: string; text: string }[];
      const transcriptText = normalizeText(segments.map(({ text }) => text).join(' '));
      const { summary, followUp, evidence, keyPoints, label } = result;
      const instruction = followUp.what ?? null;
      totals.calls += 1;
      if (result.writer !== null) totals.summaries += 1;
      else {
        const wordCount = extractWords(`${label} ${summary.replace(/ \(\d+:\d\d\)/g, '')} ${instruction ?? ''}`).length;
        totals.longest = Math.max(totals.longest, wordCount);
        if (wordCount > MAX_WORDS_WITHOUT_WRITER) report(`has ${wordCount} words without a writer`);
        if (keyPoints.length > 0) report('has key points without a writer');
      }
      if (result.writer !== null && extractWords(summary).length > MAX_SUMMARY_WORDS) report('has a long summary');
      for (const quote of extractQuotes(summary)) {
        totals.quotes += 1;
        if (!transcriptText.includes(normalizeText(quote))) report(`quotes words that no one said: ${quote}`);
      }
      if (followUp.needed || instruction !== null) {
        totals.instructions += 1;
        if (instruction === null) report('has a follow-up without an instruction');
        else if (!beginsWithVerb(instruction)) report(`has no verb: ${instruction}`);
        else if (EMPTY_PHRASES.test(instruction)) report(`says nothing: ${instruction}`);
      }
      for (const { claim, segment, quote } of evidence.filter(({ claim: claimName }) => claimName === PROMISE_CLAIM)) {
        totals.promises += 1;
        const source = segments[segment];
        if (source?.speaker === 'customer' || !source?.text.includes(quote) || !isCommitment(quote))
          report(`has a ${claim} that the company did not make: ${quote}`);
      }
      const notes = tenant.notes.map(({ text }) => text).filter((text) => text.includes(id));
      const emails = smtp.emails.map(({ message }) => message.text ?? '').filter((text) => text.includes(id));
      if (notes.length !== 1) report(`has ${notes.length} notes`);
      if (emails.length > 1) report(`has ${emails.length} emails`);
      const messages = [...notes, ...emails];
      for (const message of messages) {
        totals.messages += 1;
        for (const repeat of findRepeats(message)) report(`repeats itself: ${repeat}`);
        if (/undefined|\[object|\bnull\b/.test(message)) report(`contains a missing value: ${message}`);
        // Alerts about unhappy customers don't wait for the summary.
        const wasSentBeforeSummary = result.writer !== null && label === 'Negative' && emails.includes(message);
        if (
          instruction !== null &&
          !wasSentBeforeSummary &&
          !normalizeText(message).includes(normalizeText(instruction))
        )
          report(`lacks the instruction "${instruction}" in: ${message}`);
      }
    }
    process.stdout.write(`${mode}: ${JSON.stringify(totals)}\n`);
    if (hasWriter) expect(totals.summaries).toBeGreaterThan(CALLS / 2);
    expect(problems).toEqual([]);
  }, 900_000);

  async function waitForDeliveries(): Promise<void> {
    const sql = `select channel, state, error_code from deliveries where state in ('pending', 'sending', 'retry', 'unknown')`;
    await system.waitUntil(
      () => system.query(sql),
      ({ length }) => length === 0,
      300_000,
    );
  }
});
