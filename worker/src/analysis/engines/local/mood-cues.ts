import type { Sentiment } from '@ringwell/domain/calls/sentiment';

/**
 * Explicit expressions of being happy or unhappy with a company. The models also use word sequences that only support a
 * label because of their context in the training calls, so only passages with these explicit words are quoted.
 */
const CUES: Record<Exclude<Sentiment, 'neutral'>, readonly string[]> = {
  positive: [
    String.raw`thank(?:s| you) (?:so|very) much|can't thank`,
    String.raw`(?:so|very|really|just|more than|real|awful) (?:happy|pleased|grateful|impressed|thankful|tickled|kind|polite|patient|professional)`,
    String.raw`(?:so|real) (?:nice|glad|good)|wonderful|fantastic|amazing(?! grace)|excellent|awesome|outstanding|terrific|incredible`,
    String.raw`(?:works?|working|runs?|running|looks?|went|did) (?:\w+ )?(?:perfect(?:ly)?|beautiful(?:ly)?|great|fine)`,
    String.raw`beautiful (?:job|work)`,
    String.raw`(?:great|good|nice|fine|wonderful|beautiful|super|best) (?:job|work|experience|service|technician|company)\b`,
    String.raw`(?:great|nice|nicest|sweetest|best|kindest|fine|lovely) (?:\w+ )?(?:guy|man|men|fella|fellow|young|kid|boy|boys|people|person|lady|gentleman|plumber|electrician|crew|thing)\b`,
    String.raw`(?:best|most) (?:\w+ ){0,2}(?:money i|company|man|plumber|service|job|decision|damn)\b`,
    String.raw`(?:he|she|they|y'all|you|you guys)(?: was| were| are| is|'s|'re) (?:the best|such a|so (?:nice|kind|good|polite|patient|sweet|careful|helpful|gentle)|very (?:nice|kind|good|polite|patient|professional|helpful)|wonderful|great)`,
    String.raw`love (?:him|her|y'all|you guys|it|that)\b|recommend(?:ed|ing)? (?:you|y'all|him|to)`,
    String.raw`five stars?|(?:good|nice|great|glowing|five.star) review|appreciate (?:you|y'all|it|that|what|him|her|how)`,
    String.raw`angels?\b|life ?saver|saved (?:me|my|us|our)|god ?send|(?:god|lord) bless`,
    String.raw`bless (?:you|him|her|his heart|y'all|them)|hero\b|a gem\b`,
    String.raw`(?:didn't|wouldn't|not|never) (?:even )?(?:charge|take a (?:dime|penny|tip|cent)|take (?:any )?money)`,
    String.raw`never (?:had|seen|met) such|good as new`,
    String.raw`like (?:new|a dream|a charm|magic|a top|brand new)|spotless|quiet as|customer for life`,
    String.raw`(?:ask|asking) for (?:him|her)\b|couldn't (?:be happier|have asked|ask for|believe how)|worth every|thrilled`,
    String.raw`delight\w*|tickled|gentleman|(?:a|that) raise\b|bonus\b|kiss (?:him|her|you|his|his face)`,
    String.raw`hug (?:him|her|you|his)|nobody else in|don't want (?:nobody|anybody|no one|anyone) else`,
    String.raw`send (?:me )?(?:the same|that (?:same )?(?:boy|man|kid|fella|guy|young))|above and beyond`,
    String.raw`out of (?:his|her|their|your) way|(?:so|how) (?:happy|proud)|proud of`,
  ],
  negative: [
    String.raw`(?:money|deposit|dollars|refund|fee|payment) back|\bback (?:the|my) (?:money|deposit|fee)`,
    String.raw`(?:want|like|need|give|get|demand)\w* (?:\w+ ){0,3}(?:back|refund(?:ed)?|cancel(?:l?ed)?)\b|^cancel\b`,
    String.raw`cancel (?:it|me|us|my|the|everything|all)\b|cancel(?:l?ing|ed) (?:it|my|the|with|because)`,
    String.raw`(?:not|isn't|wasn't|never been|ain't) (?:very |at all |really |too )?(?:happy|pleased|satisfied|acceptable|fair|impressed)`,
    String.raw`(?:un|dis)(?:happy|satisfied|acceptable|professional)\b|disappoint\w*|ridiculous|(?<!fe(?:el|els|lt) )terrible|horrible|awful(?= (?:job|service|experience|mess)|[.,!]|$)`,
    String.raw`disgust\w*|furious|fed up|makes me sick|sick of|tired of (?:this|it|calling|wait\w*|hear\w*)`,
    String.raw`not (?:paying|going to pay|gonna pay)|let (?:me|us) down|l(?:ied|ying) to (?:me|us)`,
    String.raw`(?:nobody|no one|no body)(?:'s| has| even| ever)? (?:came|called|showed|answered|told|bothered|returned|picks? up|(?:calls?|comes?) (?:me|us|back|out))`,
    String.raw`never (?:came|called|showed|fixed|answered|returned|told|even)\b`,
    String.raw`(?:didn't|did not|don't|doesn't|won't|never) (?:even )?(?:show up|show|call (?:me )?back|return my|fix (?:it|anything)|trust you)`,
    String.raw`(?:second|third|fourth|fifth|sixth|seventh) (?:time|call|visit|message|appointment|trip)`,
    String.raw`(?:asked|called|told you|waited|came out|been (?:here|out)|complained|wrote|rang) (?:\w+ ){0,3}(?:two|three|four|five|six|seven|eight|twice|several|a dozen)( times)?\b`,
    String.raw`(?:two|three|four|five|six|seven|several) times (?:now|i|already|this)`,
    String.raw`still (?:leak\w*|broken|waiting|drip\w*|not (?:fixed|working|done|right)|no (?:heat|water|hot|air|a c|power|call|answer)|ain't|isn't (?:fixed|working|done)|doesn't work|won't work)`,
    String.raw`overcharg\w*|charged (?:me|us) (?:twice|double|for nothing)|double what|ripp?(?:ed)? ?off|scam\w*|crooks?`,
    String.raw`small claims|attorney general|better business|disputing|dispute it`,
    String.raw`(?:won't|never|not) (?:be )?(?:call\w*|us\w*|com\w*|going|hir\w*|recommend\w*) (?:you|y'all|back|here|again)`,
    String.raw`(?:scratched|cracked|ruined|damaged|destroyed|wrecked|flooded|broke) (?:my|our|the|her|his)`,
    String.raw`(?:sat|waited|been waiting|waiting) (?:here|home|there|all day|all morning|since|for (?:two|three|four|five|six|hours|weeks|days))`,
    String.raw`took (?:off|the day|a day|two days)|missed (?:work|a day)|no (?:explanation|apology|show)|worst`,
    String.raw`(?:was|were|been) (?:rude|insult\w*|lied)|rude\b|don't believe you(?! can)|unacceptable`,
    String.raw`i'm (?:angry|mad|upset|furious|frustrated|done with)|not coming back|somebody else (?:coming|come|to)`,
    String.raw`(?:found|hired|calling|called|got|use) (?:somebody|someone) else|another company|done with (?:you|y'all|this)`,
  ],
};
const CUE_PATTERNS = {
  positive: new RegExp(String.raw`\b(?:${CUES.positive.join('|')})`, 'i'),
  negative: new RegExp(String.raw`\b(?:${CUES.negative.join('|')})`, 'i'),
};
const NEGATED_PATTERNS = {
  positive:
    /(?:\b(?:not|never|no longer)|n't) (?:\w+ ){0,2}(?:happy|pleased|impressed|grateful|recommend|worth|great|wonderful|good|love)\b|\bworst\b/i,
  negative:
    /\b(?:not|ain't|isn't|no longer) (?:even )?(?:mad|angry|upset|frustrated|complain)|(?:\bnot|n't) (?:\w+ ){0,3}(?:want|need|get) (?:\w+ ){0,2}(?:money|deposit|anything|it|go) back\b/i,
};

/** Whether the passage explicitly says that the speaker is happy or unhappy. */
export function expressesMood(text: string, sentiment: Exclude<Sentiment, 'neutral'>): boolean {
  const normalized = text.replace(/’/g, "'");
  return CUE_PATTERNS[sentiment].test(normalized) && !NEGATED_PATTERNS[sentiment].test(normalized);
}
