import { markCards, type RedactionMarks } from './find-cards';
import { markAccounts, markLabeledNumbers } from './find-labeled';
import { findPasswords } from './find-passwords';
import { markRepetitions } from './find-repetitions';
import { PLACEHOLDER, type Finding, type SensitiveKind } from './finding';
import { findNumberChains, type Speech } from './number-chains';
import { findSpokenLabels } from './spoken-labels';
import { tokenizeSpeech, type Token } from './spoken-tokens';

// Fillers between numbers are removed along with the numbers.
const FILLERS_BETWEEN_NUMBERS =
  /^[\s,.'’\-–—/]*(?:(?:uh|um|er|ah|and|then|dash|space|hyphen|slash|of|okay|ok)[\s,.'’\-–—/]+)*$/i;

/**
 * Finds payment cards with their security codes and expiry dates, Social Security numbers, bank numbers, passwords and
 * one-time codes in transcripts, written as words or digits. Ignores phone numbers, job and model numbers, prices,
 * dates and addresses. Runs in linear time.
 * @returns non-overlapping findings, in spoken order
 */
export function findSensitive(segments: readonly { speaker: string; text: string }[]): Finding[] {
  const tokens = tokenizeSpeech(segments);
  const labels = findSpokenLabels(tokens);
  const labelAt: number[] = [];
  for (let index = 0, label = -1; index < tokens.length; index += 1) {
    while ((labels[label + 1]?.from ?? Infinity) <= index) label += 1;
    labelAt.push(label);
  }
  const speech: Speech = { tokens, labels, labelAt, speakerAt: (index) => segments[tokens[index]!.segment]!.speaker };
  const chains = findNumberChains(speech);
  const marks: RedactionMarks = { kinds: [], foundNumbers: [] };
  markCards(speech, chains, marks);
  markLabeledNumbers(speech, chains, marks);
  markAccounts(speech, marks);
  markRepetitions(speech, chains, marks);
  return mergeFindings([
    ...toFindings(tokens, marks, segments),
    ...findPasswords(speech, segments),
    ...findPlaceholders(segments),
  ]);
}

// Finds placeholders from an engine's own redaction.
function findPlaceholders(segments: readonly { text: string }[]): Finding[] {
  return segments.flatMap(({ text }, segment) =>
    text.includes('[')
      ? [...text.matchAll(PLACEHOLDER)].map((match) => ({
          kind: match[1] as SensitiveKind,
          segment,
          start: match.index,
          end: match.index + match[0].length,
        }))
      : [],
  );
}

function toFindings(
  tokens: readonly Token[],
  { kinds }: RedactionMarks,
  segments: readonly { text: string }[],
): Finding[] {
  const findings: Finding[] = [];
  for (const [index, { segment, start, end }] of tokens.entries()) {
    const kind = kinds[index];
    if (kind === undefined) continue;
    const last = findings.at(-1);
    const text = segments[segment]!.text;
    if (last?.kind === kind && last.segment === segment && FILLERS_BETWEEN_NUMBERS.test(text.slice(last.end, start)))
      last.end = end;
    else findings.push({ kind, segment, start, end });
  }
  return findings;
}

function mergeFindings(findings: Finding[]): Finding[] {
  const result: Finding[] = [];
  for (const finding of findings.sort((a, b) => a.segment - b.segment || a.start - b.start)) {
    const last = result.at(-1);
    if (last && last.segment === finding.segment && finding.start < last.end)
      last.end = Math.max(last.end, finding.end);
    else result.push(finding);
  }
  return result;
}
