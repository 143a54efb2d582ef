import { stem } from './stem';

/**
 * Groups of words that play the same part in a call. A rare word then counts like its group: a customer who leaves
 * pierogi for the plumber is as pleased as one who leaves pie.
 */
const CLASS_WORDS: Record<string, string> = {
  kin:
    'wife husband mother father mom mama mum dad daddy daughter son sister brother aunt uncle cousin nephew niece grandson granddaughter ' +
    'grandkids grandmother grandma gramma grandpa grandfather inlaw neighbor neighbour friend roommate boss landlord tenant pastor fiance partner ' +
    'parents comadres buddy coworker boyfriend girlfriend kid child baby toddler newborn family mami papi abuela',
  tech:
    'guy man boy young technician tech plumber electrician crew installer roofer driver worker kid lady girl lad team exterminator cleaner ' +
    'foreman gentleman estimator salesman serviceman repairman apprentice helper mechanic supervisor',
  food:
    'pie cake cookie brisket tomato squash lunch dinner breakfast beer pizza lamb coffee sandwich banana bread brownie muffin casserole ' +
    'crawfish barbecue tamale pierogi lasagna jam honey peach egg burrito cupcake plate soup ribs chili gumbo lemonade tea donut pastry ' +
    'biscuit cobbler dumpling curry samosa empanada baklava kolache strudel pudding jar pickle zucchini pecan fudge cheesecake whiskey wine ' +
    'bourbon bottle root flower rose basket gift tip envelope thermos',
  day: 'monday tuesday wednesday thursday friday saturday sunday weekend tomorrow today tonight yesterday',
  month:
    'january february march april june july august september october november december christmas thanksgiving easter',
  span: 'minute hour day week month year second',
  harm:
    'leak flood stain crack scratch dent mold rust rot burn smoke spark drip sewage mud mess hole damage ruin destroy wreck puddle dead broken ' +
    'warp crooked wrong busted fail faulty defective sloppy shoddy bare brown yellow soak smell stink',
  law:
    'lawyer attorney court bbb bureau bank visa mastercard dispute chargeback county city inspector board license police sheriff insurance ' +
    'news channel commission general regulator code osha sue legal claim consumer ombudsman',
  review: 'review star google yelp facebook nextdoor angi angie post page rating online group instagram',
  cold: 'cold freeze freezing heat hot cool sweater coat blanket heater degree sweat fan sleep',
  pay: 'pay bill charge invoice fee price cost money check card cash refund credit deposit balance statement receipt',
  come: 'come show arrive appear',
  great:
    'great wonderful amazing awesome fantastic excellent perfect beautiful incredible outstanding terrific fabulous lovely brilliant ' +
    'superb marvelous best super spotless gorgeous magic miracle angel gem hero saint treasure blessing lifesaver wizard genius',
  bad:
    'terrible awful horrible ridiculous unacceptable disgusting pathetic joke rude disrespectful insulting lousy useless worst crap garbage ' +
    'nonsense bull outrageous disgrace shameful sad disappointing unprofessional appalling criminal crook thief liar scam robbery',
  upset:
    'upset disappointed frustrated angry mad furious annoyed unhappy dissatisfied fed livid disgusted insulted embarrassed ashamed hurt betrayed',
  glad: 'happy glad pleased thrilled delighted grateful thankful relieved impressed satisfied tickled proud blessed appreciate overjoyed',
  moved: 'cry tear laugh giggle smile grin sing dance hug kiss scream bawl jump goosebump',
  care: 'swept sweep vacuum wipe mop clean tidy explain patient careful gentle polite bootie shoe boot label neat carry polish',
};

const CLASS_OF = new Map<string, string>();
for (const [name, list] of Object.entries(CLASS_WORDS)) {
  for (const word of list.split(' ')) if (!CLASS_OF.has(stem(word))) CLASS_OF.set(stem(word), `<${name}>`);
}

/** The group of a stem, or `undefined` when it stands for itself only. */
export function wordClass(token: string): string | undefined {
  return CLASS_OF.get(token);
}
