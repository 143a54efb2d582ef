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
  found: Record<SensitiveKind, [removed: number, all: number]>;
  wrong: number;
  misses: string[];
}

const MARK = /\{([a-z ]+): ([^}]*)\}/g;
// Text that would reveal part of a number.
const REVEALING =
  /\d|\b(?:zero|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\w+teen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|double|triple)\b/i;
// Maximum number of other characters removed along with a number.
const SLACK_CHARACTERS = 12;

export function readRedactionCases(): RedactionCase[] {
  return readFileSync(join(__dirname, 'redaction-cases.jsonl'), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as RedactionCase);
}

/** Counts marked numbers that are found completely and with the correct kind, and lists unmarked text that is found. */
export function scoreRedaction(cases: readonly RedactionCase[]): RedactionScore {
  const found = Object.fromEntries(SENSITIVE_KINDS.map((kind) => [kind, [0, 0]])) as RedactionScore['found'];
  const score: RedactionScore = { found, wrong: 0, misses: [] };
  for (const { turns } of cases) {
    const marks = turns.flatMap(({ text }, segment) => marksIn(text, segment));
    const segments = turns.map(({ speaker, text }) => ({ speaker, text: text.replace(MARK, '$2') }));
    const findings = findSensitive(segments);
    for (const mark of marks) {
      const isRemoved =
        !REVEALING.test(remainingText(segments[mark.segment]!.text, mark, findings)) &&
        findings.some((finding) => finding.kind === mark.kind && isAt(finding, mark));
      found[mark.kind][1] += 1;
      if (isRemoved) found[mark.kind][0] += 1;
      else score.misses.push(`missed ${mark.kind}: ${JSON.stringify(turns)} ${JSON.stringify(findings)}`);
    }
    const wrong = findings.filter((finding) => !isMarked(segments[finding.segment]!.text, finding, marks));
    score.wrong += wrong.length;
    for (const { kind, segment, start, end } of wrong)
      score.misses.push(`wrong ${kind}: ${segments[segment]!.text.slice(start, end)} in ${JSON.stringify(turns)}`);
  }
  return score;
}

function marksIn(text: string, segment: number): Finding[] {
  let removed = 0;
  return [...text.matchAll(MARK)].map((match) => {
    const start = match.index - removed;
    const [all, kind, value] = match as unknown as [string, SensitiveKind, string];
    removed += all.length - value.length;
    return { kind, segment, start, end: start + value.length };
  });
}

function isAt({ segment, start, end }: Finding, other: Finding): boolean {
  return segment === other.segment && start < other.end && other.start < end;
}

// Passwords are words, so none of their letters may remain.
function remainingText(text: string, mark: Finding, findings: readonly Finding[]): string {
  const left = without(text, mark, findings);
  return mark.kind === 'password' ? left.replace(/\w/g, '0') : left;
}

// Whether the redaction removes no numbers and at most a few words outside the marks.
function isMarked(text: string, finding: Finding, marks: readonly Finding[]): boolean {
  const left = without(text, finding, marks);
  return (
    marks.some((mark) => isAt(mark, finding)) &&
    !REVEALING.test(left) &&
    left.replace(/\W/g, '').length <= SLACK_CHARACTERS
  );
}

function without(text: string, { segment, start, end }: Finding, others: readonly Finding[]): string {
  let left = '';
  for (let at = start; at < end; at += 1) {
    const isCovered = others.some((other) => other.segment === segment && other.start <= at && at < other.end);
    left += isCovered ? ' ' : (text[at] ?? '');
  }
  return left;
}
