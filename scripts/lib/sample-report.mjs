// Shows a call's result to a person.
import { bold, dim, green, red, say, yellow } from './terminal.mjs';

const LABEL_COLOURS = { positive: green, neutral: yellow, negative: red };
const SPEAKERS = { agent: 'Agent', customer: 'Customer', unknown: 'Speaker' };
const WIDTH = 100;

/** @param {any} call completed, as GET /api/n8n/calls/{id} shows it */
export function showResult({ result, transcript, engines, durationSeconds, processingSeconds, usageMinutes }) {
  const { sentiment, label, confidence, summary, keyPoints, reason, outcome, followUp, evidence } = result;
  say();
  say(`${LABEL_COLOURS[sentiment](bold(label))}  ${dim(`confidence ${confidence.toFixed(2)}`)}`);
  say();
  say(wrapped(summary));
  section(
    'Key points',
    keyPoints.map((point) => wrapped(`• ${point}`, '  ')),
  );
  section('Reason', reason ? [wrapped(reason)] : []);
  section('Outcome', outcome ? [wrapped(outcome)] : []);
  section('Follow-up', [wrapped(followUp.needed ? (followUp.what ?? 'needed') : 'none needed')]);
  // A claim is the label or a sentence of the summary; the summary stands above already.
  const evidenceFor = (claim) => (claim === label ? label : 'Summary').padEnd(8);
  section(
    'Evidence',
    evidence.map(({ claim, startMs, quote }) =>
      wrapped(`${dim(clock(startMs))}  ${evidenceFor(claim)}  "${quote}"`, ' '.repeat(17)),
    ),
  );
  section(
    'Transcript',
    transcript.segments.map(({ speaker, startMs, text }) =>
      wrapped(`${dim(clock(startMs))}  ${SPEAKERS[speaker].padEnd(8)}  ${text}`, ' '.repeat(17)),
    ),
  );
  if (transcript.engineNote) say(`\n${yellow(wrapped(transcript.engineNote))}`);
  section('Figures', [
    `recording ${durationSeconds.toFixed(1)} s, processed in ${processingSeconds.toFixed(1)} s, ${usageMinutes.toFixed(2)} minutes used`,
    `engines: transcription ${engines.transcription}, analysis ${engines.analysis}`,
  ]);
}

function section(title, lines) {
  if (lines.length === 0) return;
  say(`\n${bold(title)}`);
  for (const line of lines) say(line);
}

/** @returns {string} minutes and seconds, such as 01:07 */
function clock(ms) {
  const seconds = Math.floor(ms / 1_000);
  return `${String(Math.floor(seconds / 60)).padStart(2, '0')}:${String(seconds % 60).padStart(2, '0')}`;
}

/** Breaks a text into lines of a readable length; those after the first are indented. */
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
