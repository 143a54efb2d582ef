import { MADE_OUT_QUOTES, type Analysis, type Evidence } from '@ringwell/domain/analysis';
import { evidenceForLabel } from '@ringwell/domain/evidence-for-label';

export interface SummaryPart {
  text: string;
  evidence?: Evidence;
}

// The end of a line or a sentence, excluding the period of abbreviations such as `Mr.`
const SENTENCE_END = /\n+|(?<!\b(?:Mr|Ms|Mrs|Dr|St))[.!?]["”')]*\s+(?=[^\p{Ll}])/gu;

// Indexes where sentences start, and the end of the text.
function sentenceStarts(text: string): number[] {
  return [0, ...Array.from(text.matchAll(SENTENCE_END), ({ index, 0: { length } }) => index + length), text.length];
}

/** Splits a summary into parts with and without evidence, in order and without dropping text. */
export function splitByEvidence(summary: string, evidence: readonly Evidence[]): SummaryPart[] {
  const found = evidence
    .map((item) => ({ item, at: summary.indexOf(item.claim) }))
    .filter(({ item, at }) => at >= 0 && item.claim !== '')
    .sort((a, b) => a.at - b.at);
  const starts = sentenceStarts(summary);
  const parts: SummaryPart[] = [];
  let end = 0;
  for (const { item, at } of found) {
    if (at < end) continue; // the previous part covers it
    const from = starts.findLast((start) => start <= at) ?? 0;
    const to = starts.find((start) => start >= at + item.claim.length) ?? summary.length;
    parts.push(
      { text: summary.slice(end, Math.max(end, from)) },
      { text: summary.slice(Math.max(end, from), to), evidence: item },
    );
    end = to;
  }
  parts.push({ text: summary.slice(end) });
  return parts.map((part) => ({ ...part, text: part.text.trim() })).filter(({ text }) => text !== '');
}

/** Evidence for claims that are not in the summary, such as the label. */
export function evidenceOutsideSummary(summary: string, evidence: readonly Evidence[]): Evidence[] {
  return evidence.filter(({ claim }) => !summary.includes(claim));
}

/** The quote that shows the label best: the first that was given for it, or else one that the summary does not show. */
export function decidingEvidence(analysis: Pick<Analysis, 'sentiment' | 'summary' | 'evidence'>): Evidence | undefined {
  return evidenceForLabel(analysis) ?? evidenceOutsideSummary(analysis.summary, analysis.evidence)[0];
}

export interface MadeOutQuote {
  quote: string;
  startMs: number;
}

const MADE_OUT_QUOTE = /"([^"]*)" \((\d+):(\d{2})\)/g;

/** Separates the summary of a call with unreliable words from the quotes in it of what could be made out. */
export function splitMadeOut(summary: string): { statement: string; madeOut: MadeOutQuote[] } {
  const at = summary.indexOf(MADE_OUT_QUOTES);
  if (at < 0) return { statement: summary, madeOut: [] };
  const madeOut = Array.from(summary.slice(at).matchAll(MADE_OUT_QUOTE), ([, quote = '', minutes, seconds]) => ({
    quote,
    startMs: (Number(minutes) * 60 + Number(seconds)) * 1_000,
  }));
  return { statement: summary.slice(0, at).trim(), madeOut };
}
