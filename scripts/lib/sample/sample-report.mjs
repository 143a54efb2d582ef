import { bold, dim, green, print, red, yellow } from '../terminal.mjs';

/** @type {Record<string, (text: string) => string>} */
const LABEL_COLORS = { positive: green, neutral: yellow, negative: red };
/** @type {Record<string, string>} */
const SPEAKERS = { agent: 'Agent', customer: 'Customer', unknown: 'Speaker' };
const WIDTH = 100;

/** Prints the result of a call. @param {any} call completed, as returned by GET /api/n8n/calls/{id} */
export function printResult({ result, transcript, engines, durationSeconds, processingSeconds, usageMinutes }) {
  const { sentiment, label, confidence, summary, keyPoints, reason, outcome, followUp, evidence } = result;
  print();
  print(`${LABEL_COLORS[sentiment]?.(bold(label))}  ${dim(`confidence ${confidence.toFixed(2)}`)}`);
  print();
  print(wrapped(summary));
  section(
    'Key points',
    keyPoints.map((/** @type {string} */ point) => wrapped(`• ${point}`, '  ')),
  );
  section('Reason', reason ? [wrapped(reason)] : []);
  section('Outcome', outcome ? [wrapped(outcome)] : []);
  section('Follow-up', [wrapped(followUp.needed ? (followUp.what ?? 'needed') : 'none needed')]);
  // A claim is the label, or a sentence of the summary, which is already printed above.
  const evidenceFor = (/** @type {string} */ claim) => (claim === label ? label : 'Summary').padEnd(8);
  section(
    'Evidence',
    evidence.map((/** @type {any} */ { claim, startMs, quote }) =>
      wrapped(`${dim(clock(startMs))}  ${evidenceFor(claim)}  "${quote}"`, ' '.repeat(17)),
    ),
  );
  section(
    'Transcript',
    transcript.segments.map((/** @type {any} */ { speaker, startMs, text }) =>
      wrapped(`${dim(clock(startMs))}  ${SPEAKERS[speaker]?.padEnd(8)}  ${text}`, ' '.repeat(17)),
    ),
  );
  if (transcript.engineNote) print(`\n${yellow(wrapped(transcript.engineNote))}`);
  section('Details', [
    `recording: ${durationSeconds.toFixed(1)} s, processing: ${processingSeconds.toFixed(1)} s, ` +
      `usage: ${usageMinutes.toFixed(2)} minutes`,
    `engines: transcription ${engines.transcription}, analysis ${engines.analysis}`,
  ]);
}

/** @param {string} title @param {string[]} lines */
function section(title, lines) {
  if (lines.length === 0) return;
  print(`\n${bold(title)}`);
  for (const line of lines) print(line);
}

/** @param {number} ms @returns {string} minutes and seconds, such as 01:07 */
function clock(ms) {
  const seconds = Math.floor(ms / 1_000);
  return `${String(Math.floor(seconds / 60)).padStart(2, '0')}:${String(seconds % 60).padStart(2, '0')}`;
}

/** Wraps a text; lines after the first are indented. @param {string} text */
function wrapped(text, indent = '') {
  const lines = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line && line.length + word.length >= WIDTH) {
      lines.push(line);
      line = `${indent}${word}`;
    } else {
      line = line ? `${line} ${word}` : word;
    }
  }
  return [...lines, line].join('\n');
}
