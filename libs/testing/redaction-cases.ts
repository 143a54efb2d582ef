import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Speaker } from '@ringwell/domain/calls/transcript';
import { findSensitive } from '@ringwell/domain/redaction/find-sensitive';
import { SENSITIVE_KINDS, type Finding, type SensitiveKind } from '@ringwell/domain/redaction/finding';

interface Turn {
  speaker: Speaker;
  text: string;
}

/** A call excerpt in which `{card number: 4111 …}` marks words that must be removed. All other words must stay. */
export interface RedactionCase {
  half: 'tuning' | 'held-out';
  turns: Turn[];
}

export interface RedactionScore {
  /** Number of removed values and of all marked values, by kind. */
  counts: Record<SensitiveKind, [removed: number, all: number]>;
  falseFindings: number;
  misses: string[];
}

const MARK = /\{([a-z ]+): ([^}]*)\}/g;
// Text that would reveal part of a number.
const REVEALING_TEXT =
  /\d|\b(?:zero|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\w+teen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|double|triple)\b/i;
// Maximum number of other characters removed along with a number.
const MAX_EXTRA_CHARACTERS = 12;

export function readRedactionCases(): RedactionCase[] {
  return readFileSync(join(__dirname, 'redaction-cases.jsonl'), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as RedactionCase);
}

/** Counts marked numbers that are found completely and with the correct kind, and lists unmarked text that is found. */
export function scoreRedaction(cases: readonly RedactionCase[]): RedactionScore {
  const counts = Object.fromEntries(SENSITIVE_KINDS.map((kind) => [kind, [0, 0]])) as RedactionScore['counts'];
  const score: RedactionScore = { counts, falseFindings: 0, misses: [] };
  for (const { turns } of cases) {
    const marks = turns.flatMap(({ text }, segment) => parseMarks(text, segment));
    const segments = turns.map(({ speaker, text }) => ({ speaker, text: text.replace(MARK, '$2') }));
    const findings = findSensitive(segments);
    for (const mark of marks) {
      const isRemoved =
        !REVEALING_TEXT.test(getRemainingText(segments[mark.segment]!.text, mark, findings)) &&
        findings.some((finding) => finding.kind === mark.kind && overlaps(finding, mark));
      counts[mark.kind][1] += 1;
      if (isRemoved) counts[mark.kind][0] += 1;
      else score.misses.push(`missed ${mark.kind}: ${JSON.stringify(turns)} ${JSON.stringify(findings)}`);
    }
    const unmarkedFindings = findings.filter((finding) => !isMarked(segments[finding.segment]!.text, finding, marks));
    score.falseFindings += unmarkedFindings.length;
    for (const { kind, segment, start, end } of unmarkedFindings)
      score.misses.push(`wrong ${kind}: ${segments[segment]!.text.slice(start, end)} in ${JSON.stringify(turns)}`);
  }
  return score;
}

function parseMarks(text: string, segment: number): Finding[] {
  let removedLength = 0;
  return [...text.matchAll(MARK)].map((match) => {
    const start = match.index - removedLength;
    const [markedText, kind, value] = match as unknown as [string, SensitiveKind, string];
    removedLength += markedText.length - value.length;
    return { kind, segment, start, end: start + value.length };
  });
}

function overlaps({ segment, start, end }: Finding, other: Finding): boolean {
  return segment === other.segment && start < other.end && other.start < end;
}

// Passwords are words, so none of their letters may remain.
function getRemainingText(text: string, mark: Finding, findings: readonly Finding[]): string {
  const remaining = blankOut(text, mark, findings);
  return mark.kind === 'password' ? remaining.replace(/\w/g, '0') : remaining;
}

// Whether the redaction removes no numbers and at most a few words outside the marks.
function isMarked(text: string, finding: Finding, marks: readonly Finding[]): boolean {
  const remaining = blankOut(text, finding, marks);
  return (
    marks.some((mark) => overlaps(mark, finding)) &&
    !REVEALING_TEXT.test(remaining) &&
    remaining.replace(/\W/g, '').length <= MAX_EXTRA_CHARACTERS
  );
}

function blankOut(text: string, { segment, start, end }: Finding, masks: readonly Finding[]): string {
  let result = '';
  for (let index = start; index < end; index += 1) {
    const isCovered = masks.some((mask) => mask.segment === segment && mask.start <= index && index < mask.end);
    result += isCovered ? ' ' : (text[index] ?? '');
  }
  return result;
}
