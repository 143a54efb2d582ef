import { AGENT_ACTS } from './agent-acts';
import { CUSTOMER_ACTS } from './customer-acts';
import { tokens } from './tokens';
import { wordClass } from './word-classes';

interface Node {
  next: Map<string, Node>;
  /** Acts of which a phrase ends here. */
  acts: string[];
}

const MAX_GAP = 3;

function newNode(): Node {
  return { next: new Map(), acts: [] };
}

/** The words of a phrase: `*`, `~` and `<group>` stand as they are, all else is normalized like a call. */
function phraseTokens(phrase: string): string[] {
  return phrase
    .trim()
    .split(/\s+/)
    .flatMap((part) => (/^(\*|~|<\w+>)$/.test(part) ? [part] : tokens(part)));
}

function buildTrie(acts: Record<string, string>): Node {
  const root = newNode();
  for (const [act, phrases] of Object.entries(acts)) {
    for (const phrase of phrases.split('|')) {
      let node = root;
      for (const token of phraseTokens(phrase)) {
        const known = node.next.get(token) ?? newNode();
        node.next.set(token, known);
        node = known;
      }
      if (node !== root && !node.acts.includes(act)) node.acts.push(act);
    }
  }
  return root;
}

const TRIES = { customer: buildTrie(CUSTOMER_ACTS), agent: buildTrie(AGENT_ACTS) };

/** The same tokens are asked for again and again in one analysis. */
const KNOWN_ACTS = {
  customer: new WeakMap<readonly string[], Map<string, number>>(),
  agent: new WeakMap<readonly string[], Map<string, number>>(),
};

/** Finds which acts a stretch of speech holds and how often. */
export function matchActs(side: 'customer' | 'agent', words: readonly string[]): ReadonlyMap<string, number> {
  const known = KNOWN_ACTS[side].get(words);
  if (known !== undefined) return known;
  const found = findActs(side, words);
  KNOWN_ACTS[side].set(words, found);
  return found;
}

function findActs(side: 'customer' | 'agent', words: readonly string[]): Map<string, number> {
  const found = new Map<string, number>();
  for (let start = 0; start < words.length; start += 1) {
    const here = new Set<string>();
    walk(TRIES[side], words, start, here);
    for (const act of here) found.set(act, (found.get(act) ?? 0) + 1);
  }
  return found;
}

function walk(node: Node, words: readonly string[], at: number, here: Set<string>): void {
  for (const act of node.acts) here.add(act);
  if (node.next.size === 0) return;
  const gap = node.next.get('~');
  if (gap !== undefined) {
    for (let skip = 0; skip <= MAX_GAP && at + skip <= words.length; skip += 1) walk(gap, words, at + skip, here);
  }
  const word = words[at];
  if (word === undefined) return;
  const exact = node.next.get(word);
  if (exact !== undefined) walk(exact, words, at + 1, here);
  const group = wordClass(word);
  const grouped = group === undefined ? undefined : node.next.get(group);
  if (grouped !== undefined) walk(grouped, words, at + 1, here);
  const any = node.next.get('*');
  if (any !== undefined) walk(any, words, at + 1, here);
}
