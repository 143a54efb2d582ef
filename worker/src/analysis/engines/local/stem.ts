const UNSTEMMED_WORDS = new Set([
  'this',
  'is',
  'was',
  'his',
  'has',
  'yes',
  'us',
  'plus',
  'bus',
  'gas',
  'less',
  'always',
  'news',
  'does',
  'thing',
  'nothing',
  'something',
  'anything',
  'everything',
  'morning',
  'evening',
  'bring',
  'spring',
  'during',
  'need',
  'bed',
  'red',
  'feed',
  'used',
]);
const IRREGULAR_STEMS: Record<string, string> = {
  told: 'tell',
  said: 'say',
  says: 'say',
  came: 'come',
  went: 'go',
  goes: 'go',
  gone: 'go',
  got: 'get',
  gotten: 'get',
  gave: 'give',
  given: 'give',
  took: 'take',
  taken: 'take',
  paid: 'pay',
  left: 'leave',
  sent: 'send',
  broke: 'break',
  broken: 'break',
  sat: 'sit',
  stood: 'stand',
  knew: 'know',
  found: 'find',
  felt: 'feel',
  lost: 'lose',
  thought: 'think',
  brought: 'bring',
  bought: 'buy',
  kept: 'keep',
  wrote: 'write',
  written: 'write',
  showed: 'show',
  shown: 'show',
  men: 'man',
  women: 'woman',
  kids: 'kid',
  children: 'child',
  has: 'have',
  had: 'have',
  were: 'was',
  been: 'be',
  done: 'do',
  did: 'do',
  does: 'do',
  an: 'a',
  saw: 'see',
  seen: 'see',
  made: 'make',
  heard: 'hear',
  slept: 'sleep',
};

/** A rough stem: `calls`, `called` and `calling` map to the same text. */
export function stem(word: string): string {
  const irregular = Object.hasOwn(IRREGULAR_STEMS, word) ? IRREGULAR_STEMS[word] : undefined;
  if (irregular !== undefined) return irregular;
  if (word.length < 4 || UNSTEMMED_WORDS.has(word) || word.startsWith('<')) return word;
  let base = word;
  if (base.endsWith('ies') && base.length > 4) base = `${base.slice(0, -3)}y`;
  else if (/(s|x|z|ch|sh)es$/.test(base)) base = base.slice(0, -2);
  else if (base.endsWith('s') && !/(ss|us|is)$/.test(base)) base = base.slice(0, -1);
  if (base.endsWith('ing') && base.length > 5) base = removeDoubledConsonant(base.slice(0, -3));
  else if (base.endsWith('ied')) base = `${base.slice(0, -3)}y`;
  else if (base.endsWith('ed') && base.length > 4) base = removeDoubledConsonant(base.slice(0, -2));
  else if (base.endsWith('ly') && base.length > 5) base = base.slice(0, -2);
  if (base.endsWith('e') && base.length > 3) base = base.slice(0, -1);
  return base;
}

function removeDoubledConsonant(word: string): string {
  return /([bdgmnprt])\1$/.test(word) ? word.slice(0, -1) : word;
}
