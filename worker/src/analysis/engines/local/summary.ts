import type { Clause } from './clauses';
import type { Parties } from './parties';
import { retellClause, type Retold } from './third-person';

/** A sentence of the summary and the clauses it tells. */
export interface SummarySentence {
  text: string;
  clauses: Clause[];
}

interface Piece extends Retold {
  clause: Clause;
}

/** What one side says without a break. */
interface Stretch {
  speaker: Clause['speaker'];
  pieces: Piece[];
}

const MAX_SENTENCES = 4;
const MIN_SENTENCES = 2;
/** A side that talks alone is given a new sentence after about this many words. */
const LONG_STRETCH_WORDS = 34;

/** Tells the chosen clauses, in order, as two to four sentences in the third person. */
export function writeSummary(chosen: readonly Clause[], parties: Parties): SummarySentence[] {
  const hasSpeakers = chosen.every((clause) => clause.speaker !== 'unknown');
  const sentences = hasSpeakers ? toldSentences(chosen, parties) : quotedSentences(chosen);
  return sentences.map((sentence) => ({ ...sentence, text: finished(sentence.text) }));
}

function toldSentences(chosen: readonly Clause[], parties: Parties): SummarySentence[] {
  const opening = openingOf(parties);
  const stretches = stretchesOf(chosen);
  if (stretches.length === 0)
    return [
      { text: opening.alone, clauses: [] },
      { text: 'Little was said on the call.', clauses: [] },
    ];
  const sentences = stretches.map((stretch, at): SummarySentence => {
    const told = tellPieces(stretch.pieces);
    const clauses = stretch.pieces.map((piece) => piece.clause);
    if (at > 0) return { text: `${subjectOf(stretch.speaker, parties)} ${told}`, clauses };
    const isOpener = (stretch.speaker === 'agent') === opening.byAgent;
    return {
      text: isOpener
        ? `${opening.alone} and ${told}`
        : `${opening.alone}, and ${lower(subjectOf(stretch.speaker, parties))} ${told}`,
      clauses,
    };
  });
  while (sentences.length > MAX_SENTENCES) mergeShortestPair(sentences);
  if (sentences.length < MIN_SENTENCES) sentences.push({ text: 'Nothing else was settled on the call.', clauses: [] });
  return sentences;
}

function openingOf(parties: Parties): { alone: string; byAgent: boolean } {
  const customer =
    parties.customerName === undefined
      ? 'a customer'
      : parties.customerName + (parties.customerNote === undefined ? '' : ` (${parties.customerNote})`);
  const company = parties.company ?? 'the company';
  if (parties.isVoicemail) return { alone: `${customer} left a voicemail for ${company}`, byAgent: false };
  if (!parties.isOutbound) return { alone: `${customer} called ${company}`, byAgent: false };
  const agent = parties.agentName === undefined ? company : `${parties.agentName} from ${company}`;
  return {
    alone: parties.isMessageLeft ? `${agent} left a message for ${customer}` : `${agent} called ${customer}`,
    byAgent: true,
  };
}

function subjectOf(speaker: Clause['speaker'], parties: Parties): string {
  if (speaker === 'agent') return 'The agent';
  const title = /^(?:Mr|Mrs|Ms|Miss|Dr|Sister|Father|Madame)\b/;
  if (parties.customerName === undefined) return 'The customer';
  return title.test(parties.customerName)
    ? parties.customerName
    : (parties.customerName.split(' ')[0] ?? 'The customer');
}

/** Consecutive clauses of one side together; a side that holds the line for long is cut in two. */
function stretchesOf(chosen: readonly Clause[]): Stretch[] {
  const stretches: Stretch[] = [];
  for (const clause of chosen) {
    const piece: Piece = { ...retellClause(clause), clause };
    const last = stretches[stretches.length - 1];
    const length = last?.pieces.reduce((sum, item) => sum + item.text.split(' ').length, 0) ?? 0;
    if (last !== undefined && last.speaker === clause.speaker && length < LONG_STRETCH_WORDS) last.pieces.push(piece);
    else stretches.push({ speaker: clause.speaker, pieces: [piece] });
  }
  return stretches;
}

/** What leads a piece in, and what joins the next of the same kind to it. */
const LEADS: Record<Retold['kind'], { lead: string; joint: string }> = {
  statement: { lead: 'said', joint: ';' },
  request: { lead: 'asked the company', joint: ' and' },
  instruction: { lead: 'told the customer', joint: ' and' },
  address: { lead: 'gave the address', joint: ' and' },
  number: { lead: 'gave the number', joint: ' and' },
  question: { lead: 'asked,', joint: ',' },
};

function tellPieces(pieces: readonly Piece[]): string {
  const groups: string[] = [];
  let kind: Retold['kind'] | undefined;
  for (const piece of pieces) {
    const last = groups.length - 1;
    const text = piece.kind === 'question' ? askedWords(piece) : piece.text;
    if (piece.kind === kind) groups[last] = `${groups[last] ?? ''}${LEADS[piece.kind].joint} ${text}`;
    else groups.push(`${LEADS[piece.kind].lead} ${text}`);
    kind = piece.kind;
  }
  return groups.length < 2
    ? groups.join('')
    : `${groups.slice(0, -1).join(', ')}, and ${groups[groups.length - 1] ?? ''}`;
}

function askedWords({ text, clause }: Piece): string {
  const quoted = `"${text.replace(/"/g, "'")}"`;
  return clause.answer === undefined ? quoted : `${quoted} (answer: ${clause.answer})`;
}

function mergeShortestPair(sentences: SummarySentence[]): void {
  let best = 0;
  const length = (at: number): number => (sentences[at]?.text.length ?? 0) + (sentences[at + 1]?.text.length ?? 0);
  for (let at = 1; at + 1 < sentences.length; at += 1) if (length(at) < length(best)) best = at;
  const left = sentences[best];
  const right = sentences[best + 1];
  if (left === undefined || right === undefined) return;
  sentences.splice(best, 2, {
    text: `${left.text}; ${lower(right.text)}`,
    clauses: [...left.clauses, ...right.clauses],
  });
}

/** Without speakers nobody's words can be told in the third person, so they stand as they were said. */
function quotedSentences(chosen: readonly Clause[]): SummarySentence[] {
  const parts = Math.min(3, chosen.length);
  const leads = ['The call begins with', 'It goes on with', 'It ends with'];
  const sentences: SummarySentence[] = [];
  for (let part = 0; part < parts; part += 1) {
    const clauses = chosen.slice(
      Math.floor((part * chosen.length) / parts),
      Math.floor(((part + 1) * chosen.length) / parts),
    );
    const lead = part === parts - 1 && parts > 1 ? leads[2] : leads[part];
    sentences.push({
      text: `${lead ?? ''} ${clauses.map((clause) => `"${clause.text.replace(/"/g, "'")}${clause.isQuestion ? '?' : ''}"`).join('; ')}`,
      clauses,
    });
  }
  if (sentences.length < MIN_SENTENCES) sentences.push({ text: 'Little else was said on the call.', clauses: [] });
  return sentences;
}

/** Only a leading article is lowered: the rest may be a name. */
function lower(text: string): string {
  return /^(The|A) /.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text;
}

const DAY_OR_MONTH =
  /\b(monday|tuesday|wednesday|thursday|friday|saturday|sunday|january|february|april|june|july|august|september|october|november|december)\b/g;

function finished(text: string): string {
  const capital = text.charAt(0).toUpperCase() + text.slice(1);
  const named = capital
    .replace(DAY_OR_MONTH, (word) => word.charAt(0).toUpperCase() + word.slice(1))
    .replace(/\s+/g, ' ')
    .trim();
  // Inner full stops would make more sentences than there are.
  const single = named.replace(/([.!])\s+(?=[A-Z])/g, (stop, mark: string, at: number) =>
    /\b(Mr|Mrs|Ms|Dr|St|Jr|Ave|Rd)$/.test(named.slice(0, at)) ? stop : mark === '!' ? '; ' : ', ',
  );
  return /[.?!]"?$/.test(single) ? single.replace(/([?!])"$/, '$1".').replace(/\?$/, '.') : `${single}.`;
}
