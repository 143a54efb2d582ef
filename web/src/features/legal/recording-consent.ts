import type { LegalSection } from './legal-text';

/** Whose consent is required to record a phone call. */
export type ConsentRule = 'everyone' | 'one' | 'unclear';

interface StateRule {
  name: string;
  rule: ConsentRule;
  /** The statute. */
  source: string;
  note?: string;
}

export const CONSENT_NOTICE =
  'A starting point, not legal advice. Laws and court decisions change, and this list may be out of date or incomplete: ' +
  'have a lawyer check what applies to your calls.';

export const CONSENT_STEPS: readonly LegalSection[] = [
  {
    heading: 'The safe way: tell everyone, every time',
    items: [
      'On inbound calls, play an announcement before anyone speaks: "This call may be recorded for quality and service." Staying on the line after that usually counts as consent.',
      'On outbound calls, have your staff say it first, and let them turn off the recording if a customer objects.',
      "Include the announcement in the recording. It's your proof.",
      'Tell your employees in writing that their calls are recorded and analyzed, and have them sign it.',
      'Stop the recording while a customer reads out a card number.',
      "When your customer is in another state, follow the stricter of the two states' laws.",
      'State in your privacy policy that calls are recorded, transcribed and analyzed by software.',
    ],
  },
];

/** The fifty states and the District of Columbia. */
export const STATES: readonly StateRule[] = [
  { name: 'Alabama', rule: 'one', source: 'Ala. Code § 13A-11-30, -31' },
  { name: 'Alaska', rule: 'one', source: 'Alaska Stat. § 42.20.310' },
  { name: 'Arizona', rule: 'one', source: 'Ariz. Rev. Stat. § 13-3005, -3012' },
  { name: 'Arkansas', rule: 'one', source: 'Ark. Code § 5-60-120' },
  { name: 'California', rule: 'everyone', source: 'Cal. Penal Code § 632, 632.7' },
  { name: 'Colorado', rule: 'one', source: 'Colo. Rev. Stat. § 18-9-303, -304' },
  {
    name: 'Connecticut',
    rule: 'everyone',
    source: 'Conn. Gen. Stat. § 52-570d',
    note: 'Civil law requires everyone on a phone call to consent or hear a notice; criminal law requires one (§ 53a-187, -189).',
  },
  {
    name: 'Delaware',
    rule: 'unclear',
    source: 'Del. Code tit. 11, § 1335 and § 2402',
    note: "One statute requires everyone's consent, and a later one requires only one person's.",
  },
  { name: 'District of Columbia', rule: 'one', source: 'D.C. Code § 23-542' },
  { name: 'Florida', rule: 'everyone', source: 'Fla. Stat. § 934.03' },
  { name: 'Georgia', rule: 'one', source: 'Ga. Code § 16-11-62, -66' },
  { name: 'Hawaii', rule: 'one', source: 'Haw. Rev. Stat. § 803-42' },
  { name: 'Idaho', rule: 'one', source: 'Idaho Code § 18-6702' },
  {
    name: 'Illinois',
    rule: 'everyone',
    source: '720 Ill. Comp. Stat. 5/14-2',
    note: 'Applies to private conversations that are recorded secretly.',
  },
  { name: 'Indiana', rule: 'one', source: 'Ind. Code § 35-31.5-2-176' },
  { name: 'Iowa', rule: 'one', source: 'Iowa Code § 808B.2' },
  { name: 'Kansas', rule: 'one', source: 'Kan. Stat. § 21-6101' },
  { name: 'Kentucky', rule: 'one', source: 'Ky. Rev. Stat. § 526.010, .020' },
  { name: 'Louisiana', rule: 'one', source: 'La. Rev. Stat. § 15:1303' },
  { name: 'Maine', rule: 'one', source: 'Me. Rev. Stat. tit. 15, § 709, 710' },
  { name: 'Maryland', rule: 'everyone', source: 'Md. Code, Cts. & Jud. Proc. § 10-402' },
  {
    name: 'Massachusetts',
    rule: 'everyone',
    source: 'Mass. Gen. Laws ch. 272, § 99',
    note: 'Secret recording is illegal: everyone has to know.',
  },
  {
    name: 'Michigan',
    rule: 'unclear',
    source: 'Mich. Comp. Laws § 750.539c',
    note: "The statute requires everyone's consent, but courts have allowed a participant to record.",
  },
  { name: 'Minnesota', rule: 'one', source: 'Minn. Stat. § 626A.02' },
  { name: 'Mississippi', rule: 'one', source: 'Miss. Code § 41-29-531' },
  { name: 'Missouri', rule: 'one', source: 'Mo. Rev. Stat. § 542.402' },
  {
    name: 'Montana',
    rule: 'everyone',
    source: 'Mont. Code § 45-8-213',
    note: 'Everyone has to know about the recording.',
  },
  { name: 'Nebraska', rule: 'one', source: 'Neb. Rev. Stat. § 86-290' },
  { name: 'Nevada', rule: 'everyone', source: 'Nev. Rev. Stat. § 200.620', note: 'Applies to phone calls.' },
  { name: 'New Hampshire', rule: 'everyone', source: 'N.H. Rev. Stat. § 570-A:2' },
  { name: 'New Jersey', rule: 'one', source: 'N.J. Stat. § 2A:156A-4' },
  { name: 'New Mexico', rule: 'one', source: 'N.M. Stat. § 30-12-1' },
  { name: 'New York', rule: 'one', source: 'N.Y. Penal Law § 250.00, 250.05' },
  { name: 'North Carolina', rule: 'one', source: 'N.C. Gen. Stat. § 15A-287' },
  { name: 'North Dakota', rule: 'one', source: 'N.D. Cent. Code § 12.1-15-02' },
  { name: 'Ohio', rule: 'one', source: 'Ohio Rev. Code § 2933.52' },
  { name: 'Oklahoma', rule: 'one', source: 'Okla. Stat. tit. 13, § 176.4' },
  {
    name: 'Oregon',
    rule: 'one',
    source: 'Or. Rev. Stat. § 165.540',
    note: 'Applies to phone calls; in person, everyone has to be told.',
  },
  { name: 'Pennsylvania', rule: 'everyone', source: '18 Pa. Cons. Stat. § 5703, 5704' },
  { name: 'Rhode Island', rule: 'one', source: 'R.I. Gen. Laws § 11-35-21' },
  { name: 'South Carolina', rule: 'one', source: 'S.C. Code § 17-30-30' },
  { name: 'South Dakota', rule: 'one', source: 'S.D. Codified Laws § 23A-35A-20' },
  { name: 'Tennessee', rule: 'one', source: 'Tenn. Code § 39-13-601' },
  { name: 'Texas', rule: 'one', source: 'Tex. Penal Code § 16.02' },
  { name: 'Utah', rule: 'one', source: 'Utah Code § 77-23a-4' },
  {
    name: 'Vermont',
    rule: 'unclear',
    source: 'No state statute; 18 U.S.C. § 2511(2)(d)',
    note: 'Courts have ruled only on recordings in homes.',
  },
  { name: 'Virginia', rule: 'one', source: 'Va. Code § 19.2-62' },
  {
    name: 'Washington',
    rule: 'everyone',
    source: 'Wash. Rev. Code § 9.73.030',
    note: 'An announcement that is itself recorded counts as consent.',
  },
  { name: 'West Virginia', rule: 'one', source: 'W. Va. Code § 62-1D-3' },
  {
    name: 'Wisconsin',
    rule: 'one',
    source: 'Wis. Stat. § 968.31',
    note: 'A recording without notice may not be admissible in civil cases (§ 885.365).',
  },
  { name: 'Wyoming', rule: 'one', source: 'Wyo. Stat. § 7-3-702' },
];
