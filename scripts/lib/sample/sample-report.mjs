import { bold, dim, green, print, red, yellow } from '../terminal.mjs';

/** @type {Record<string, (text: string) => string>} */
const LABEL_COLORS = { positive: green, neutral: yellow, negative: red };
/** @type {Record<string, string>} */
const REVIEW_REASONS = {
  words_unreliable: 'the transcript is too unreliable',
  too_few_words: 'too short to judge',
  recording_incomplete: "part of the recording couldn't be read",
  low_confidence: 'low confidence',
  mixed_signals: 'the customer seemed both happy and unhappy',
};
/** Follow-ups that a label requires even without a promise. @type {Record<string, string>} */
const FOLLOW_UPS_BY_LABEL = { 'Needs a listen': 'listen to the call', Negative: 'call the unhappy customer back' };
/** @type {Record<string, string>} */
const SPEAKERS = { agent: 'Agent', customer: 'Customer', unknown: 'Speaker' };
const WIDTH = 100;

/** Prints a call's result. @param {any} call completed, as returned by GET /api/n8n/calls/{id} */
export function printResult({ result, transcript, engines, durationSeconds, processingSeconds, usageMinutes }) {
  const { label, summary, keyPoints, followUp, evidence } = result;
  print();
  print(labelLine(result));
  if (summary !== '') print(`\n${wrapText(summary)}`);
  printSection(
    'Key points',
    keyPoints.map((/** @type {string} */ point) => wrapText(`• ${point}`, '  ')),
  );
  const followUpText = followUp.what ?? FOLLOW_UPS_BY_LABEL[label] ?? (followUp.needed ? 'needed' : 'none needed');
  printSection('Follow-up', [wrapText(followUpText)]);
  printSection(
    'Evidence',
    evidence.map((/** @type {any} */ { claim, startMs, quote }) =>
      wrapText(`${dim(formatClock(startMs))}  ${claim.padEnd(8)}  "${quote}"`, ' '.repeat(17)),
    ),
  );
  printSection(
    'Transcript',
    transcript.segments.map((/** @type {any} */ { speaker, startMs, text }) =>
      wrapText(`${dim(formatClock(startMs))}  ${SPEAKERS[speaker]?.padEnd(8)}  ${text}`, ' '.repeat(17)),
    ),
  );
  if (transcript.engineNote) print(`\n${yellow(wrapText(transcript.engineNote))}`);
  printSection('Details', [
    `recording: ${durationSeconds.toFixed(1)} s, processing: ${processingSeconds.toFixed(1)} s, ` +
      `usage: ${usageMinutes.toFixed(2)} minutes`,
    `engines: transcription ${engines.transcription}, analysis ${engines.analysis}`,
  ]);
}

/** Returns the label or, for a call that needs a listen, the reason and the guess, if any. @param {any} result */
function labelLine({ sentiment, label, confidence, needsReview, reviewReason }) {
  if (!needsReview) return `${LABEL_COLORS[sentiment]?.(bold(label))}  ${dim(`confidence ${confidence.toFixed(2)}`)}`;
  const guess = ['words_unreliable', 'too_few_words'].includes(reviewReason) ? '' : `, probably ${sentiment}`;
  return `${yellow(bold(label))}  ${dim(`${REVIEW_REASONS[reviewReason]}${guess}`)}`;
}

/** @param {string} title @param {string[]} lines */
function printSection(title, lines) {
  if (lines.length === 0) return;
  print(`\n${bold(title)}`);
  for (const line of lines) print(line);
}

/** @param {number} ms @returns {string} minutes and seconds, such as 01:07 */
function formatClock(ms) {
  const seconds = Math.floor(ms / 1_000);
  return `${String(Math.floor(seconds / 60)).padStart(2, '0')}:${String(seconds % 60).padStart(2, '0')}`;
}

/** Wraps each line of text, indenting lines after the first. @param {string} text */
function wrapText(text, indent = '') {
  return text
    .split('\n')
    .map((line) => wrapLine(line, indent))
    .join(`\n${indent}`);
}

/** @param {string} text @param {string} indent */
function wrapLine(text, indent) {
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
