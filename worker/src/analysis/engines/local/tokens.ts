import { stem } from './stem';

/**
 * Words of a call in one plain form, so that written text and raw recognition (lower case, no punctuation, dropped
 * apostrophes, numbers as words) give the same tokens.
 */

const FILLERS = new Set(['uh', 'um', 'er', 'erm', 'uhm', 'hmm', 'mmm', 'hm', 'eh', 'beep', 'static']);

/** Short forms and spellings by ear, as the words they stand for. Keys have no apostrophe. */
const SPELLINGS: Record<string, string> = {
  gonna: 'going to',
  gon: 'going to',
  wanna: 'want to',
  gotta: 'got to',
  lemme: 'let me',
  gimme: 'give me',
  em: 'them',
  cause: 'because',
  cuz: 'because',
  yall: 'you',
  yous: 'you',
  youse: 'you',
  yins: 'you',
  ya: 'you',
  ok: 'okay',
  dont: 'do not',
  doesnt: 'do not',
  didnt: 'did not',
  cant: 'can not',
  cannot: 'can not',
  wont: 'will not',
  aint: 'is not',
  isnt: 'is not',
  wasnt: 'was not',
  werent: 'was not',
  havent: 'have not',
  hasnt: 'have not',
  hadnt: 'had not',
  couldnt: 'could not',
  wouldnt: 'would not',
  shouldnt: 'should not',
  doesn: 'do not',
  im: 'i am',
  ive: 'i have',
  id: 'i would',
  youre: 'you are',
  youve: 'you have',
  youll: 'you will',
  youd: 'you would',
  its: 'it is',
  thats: 'that is',
  theres: 'there is',
  whats: 'what is',
  hes: 'he is',
  shes: 'she is',
  theyre: 'they are',
  theyve: 'they have',
  weve: 'we have',
  lets: 'let us',
  wheres: 'where is',
  whos: 'who is',
  heres: 'here is',
  coulda: 'could have',
  shoulda: 'should have',
  woulda: 'would have',
  nope: 'no',
  nah: 'no',
  nothin: 'nothing',
  somethin: 'something',
  mister: 'mr',
  missus: 'mrs',
  miss: 'ms',
  gal: 'lady',
  fella: 'guy',
  feller: 'guy',
  fellow: 'guy',
  fellas: 'guy',
  dude: 'guy',
  chap: 'guy',
  bloke: 'guy',
  folks: 'people',
  everyone: 'everybody',
  someone: 'somebody',
  anyone: 'anybody',
  noone: 'nobody',
  til: 'until',
  till: 'until',
  okey: 'okay',
  alright: 'all right',
  awright: 'all right',
  thankyou: 'thank you',
  thanks: 'thank you',
  bucks: 'dollars',
  buck: 'dollars',
  outta: 'out of',
  mam: 'maam',
  mornin: 'morning',
  evenin: 'evening',
  hello: 'hi',
  hey: 'hi',
  howdy: 'hi',
  bye: 'goodbye',
  byebye: 'goodbye',
};

const SPELLED_OUT = new Map(Object.entries(SPELLINGS));

const SUFFIXES: Record<string, string> = { m: ' am', re: ' are', ve: ' have', ll: ' will', d: ' would', s: '' };
const IS_SUBJECTS = new Set([
  'it',
  'that',
  'there',
  'what',
  'he',
  'she',
  'who',
  'where',
  'here',
  'how',
  'everything',
  'nobody',
]);

const NUMBER_WORDS = new Set(
  (
    'two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen ' +
    'nineteen twenty thirty forty fifty sixty seventy eighty ninety hundred thousand million zero oh dozen grand ' +
    'third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth ' +
    'seventeenth eighteenth nineteenth twentieth thirtieth twice'
  ).split(' '),
);
/** What a run of number words or digits becomes: its value does not matter for the label. */
export const NUMBER = '<n>';
export const MONEY = '<money>';

const DIGIT_ZERO = 48;
const DIGIT_NINE = 57;

function isNumber(word: string): boolean {
  const first = word.charCodeAt(0);
  return (first >= DIGIT_ZERO && first <= DIGIT_NINE) || NUMBER_WORDS.has(word);
}

/** The words that a written form stands for, parted by spaces. */
function expand(word: string): string {
  if (!word.includes("'")) return SPELLED_OUT.get(word) ?? word;
  const plain = word.replace(/'/g, '');
  const spelled = SPELLED_OUT.get(plain);
  if (spelled !== undefined) return spelled;
  if (/n't$/.test(word)) return `${word.slice(0, -3)} not`;
  if (/in'$/.test(word)) return `${word.slice(0, -1)}g`;
  const cut = word.indexOf("'");
  if (cut <= 0) return plain;
  const head = word.slice(0, cut);
  const tail = word.slice(cut + 1);
  if (tail === 's' && IS_SUBJECTS.has(head)) return `${head} is`;
  const suffix = SUFFIXES[tail];
  return suffix === undefined ? plain : head + suffix;
}

/** Plain words in order, lower case, not stemmed, without fillers; runs of numbers are one token. */
export function plainWords(text: string): string[] {
  const raw = text
    .toLowerCase()
    .replace(/[’‘`]/g, "'")
    .replace(/\$\s?\d[\d,.]*/g, ' moneyamount ')
    .replace(/(\d)[,.:](\d)/g, '$1$2')
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/[^a-z0-9']+/g, ' ')
    .split(' ');
  const words: string[] = [];
  for (const item of raw) {
    const word = item.includes("'") ? item.replace(/^'+/, '').replace(/(?<!in)'+$/, '') : item;
    if (word === '') continue;
    const full = expand(word);
    if (!full.includes(' ')) {
      if (full !== '' && !FILLERS.has(full)) words.push(full);
      continue;
    }
    for (const part of full.split(' ')) if (!FILLERS.has(part)) words.push(part);
  }
  return foldNumbers(words);
}

function foldNumbers(words: readonly string[]): string[] {
  const folded: string[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? '';
    if (word === 'moneyamount') {
      if (words[at + 1] === 'dollars') at += 1;
      folded.push(MONEY);
    } else if (isNumber(word)) {
      const joins = (next: string | undefined, after: string | undefined): boolean =>
        next !== undefined &&
        (isNumber(next) || next === 'one' || (next === 'and' && after !== undefined && isNumber(after)));
      while (joins(words[at + 1], words[at + 2])) at += 1;
      if (words[at + 1] === 'dollars') {
        at += 1;
        folded.push(MONEY);
      } else {
        folded.push(NUMBER);
      }
    } else {
      folded.push(word);
    }
  }
  return folded;
}

const stems = new Map<string, string>();
const MAX_REMEMBERED = 50_000;

function rememberedStem(word: string): string {
  const known = stems.get(word);
  if (known !== undefined) return known;
  const made = stem(word);
  if (stems.size < MAX_REMEMBERED) stems.set(word, made);
  return made;
}

/** The stems of a text, as the label model reads them. */
export function tokens(text: string): string[] {
  return plainWords(text).map(rememberedStem);
}
