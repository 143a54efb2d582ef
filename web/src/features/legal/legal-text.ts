import { plural } from '../../lib/format/format';
import type { LegalDetails, Product } from '../../lib/product';

export interface LegalSection {
  heading: string;
  paragraphs?: readonly string[];
  items?: readonly string[];
}

export const TEMPLATE_NOTICE =
  'This page is a template that describes how the software works. ' +
  'Anyone who offers it to others must have a lawyer review and adapt it first.';

/** What the software stores and who receives it. Update this text when that changes. */
export function privacyText(product: Product): LegalSection[] {
  const { name, supportEmail, supportPhone, legal } = product;
  return [
    {
      heading: 'Who we are',
      paragraphs: [
        `${name} is provided by ${describeProvider(product)}${legal.address === null ? '' : `, ${legal.address}`}. ` +
          `Questions about privacy: ${supportEmail}, ${supportPhone}.`,
        `Businesses send us recordings of their phone calls. They decide which calls are recorded and why; ` +
          `we process the recordings on their behalf. If you spoke with a business that uses ${name}, please ask that business first.`,
      ],
    },
    {
      heading: 'What is stored',
      items: [
        'Accounts: name, email address, picture, company, a hash of the password, passkeys, settings, saved filters, and sign-ins and changes with the IP address and browser they came from.',
        "Calls: the recording, its transcript, a summary, a label for the customer's mood, the customer's name and phone number where the business sends them, and identifiers of jobs and customers in its other software.",
        'Messages from the contact form, and a record of alerts and emails that were sent.',
        'Payments: what was bought and when. Card numbers go to the payment provider directly and are never stored here.',
      ],
    },
    {
      heading: 'What it is used for',
      paragraphs: [
        "To transcribe, summarize and label a business's calls, to show them to its staff, to send alerts, and to bill for the service. Recordings and transcripts are not sold, not used for advertising, and not used to train models.",
      ],
    },
    {
      heading: 'Who receives it',
      paragraphs: [
        'Data goes only to services that the installation or the account has set up, and to people the account shares a call with:',
      ],
      items: [
        'Transcription service: recordings, and names and words that the account wants spelled right. Not used when calls are transcribed on our own machines.',
        'Language model: transcripts, names, and what the account wants in its summaries. Not used when calls are summarized on our own machines.',
        "ServiceTitan, Slack, Microsoft Teams, Google Chat, email, and the account's own webhooks: the call results, follow-ups and weekly letters that the account has chosen to send there.",
        'Assistants that someone in the account has connected: the calls, follow-ups and reports that they ask for.',
        'Anyone with a link that an account created to share a call: the part of the call that the account chose, until the link expires or is revoked.',
        'Payment provider (Stripe): name, email address and usage, for accounts that pay.',
      ],
    },
    {
      heading: 'How long it is kept',
      items: [
        retentionSentence('Recordings', legal.recordingDays, UNTIL_DELETED),
        retentionSentence('Transcripts', legal.transcriptDays, UNTIL_DELETED),
        retentionSentence('Entries in the log of sign-ins and changes', legal.activityDays),
        retentionSentence('Entries in the security log (sign-ins and rejected requests)', legal.securityDays),
        retentionSentence('Sent emails', legal.messageDays),
        contactSentence(legal),
        'A business can delete calls, or keep recordings and transcripts for fewer days. All other account data is kept as long as the account exists. An administrator can delete an account with all of its calls.',
      ],
    },
    {
      heading: 'Cookies',
      paragraphs: [
        'One cookie keeps you signed in, and one remembers whether the sidebar is open. Others are only used while you sign in or connect an assistant. There are no advertising or tracking cookies.',
      ],
    },
    {
      heading: 'Your choices',
      paragraphs: [
        `Depending on where you live, you may have the right to see, correct, export or delete what is stored about you. Write to ${supportEmail}.`,
      ],
    },
  ];
}

export function termsText(product: Product): LegalSection[] {
  const { name, supportEmail, legal } = product;
  const provider = describeProvider(product);
  return [
    {
      heading: 'The service',
      paragraphs: [
        `${name} turns recordings of phone calls into transcripts, summaries and a label for the customer's mood, and sends them where the account chooses. It is provided by ${provider}${legal.address === null ? '' : `, ${legal.address}`}.`,
      ],
    },
    {
      heading: 'Accounts',
      items: [
        'You must keep passwords and API tokens secret, and you are responsible for their use.',
        'A demo account can process a few recordings. It can end at any time, and its recordings can be deleted.',
      ],
    },
    {
      heading: 'Your recordings',
      items: [
        'Your recordings and everything made from them remain yours. You allow us to process them to provide the service, and for nothing else.',
        'You are responsible for having the right to record a call and have it processed: notify everyone who must be notified, and get consent from everyone who must consent. The page on recording consent is a starting point.',
        'You must not send recordings of payment card numbers or health records unless we have agreed to it in writing.',
      ],
    },
    {
      heading: 'What software can and cannot do',
      paragraphs: [
        'Transcripts, summaries and labels are made by software and contain mistakes. Calls with unreliable words or an uncertain label are marked as Needs a listen. Listen to the recording before you make an important decision about a customer or an employee.',
      ],
    },
    {
      heading: 'Fees',
      paragraphs: [
        'Plans, included minutes and prices are those shown when you subscribe. A subscription renews each month until it is canceled. Extra minutes are billed at the rate shown.',
      ],
    },
    {
      heading: 'Cancellation',
      paragraphs: [
        `You can cancel at any time; the account stays active until the end of the paid month. We may suspend an account that breaks these terms or endangers the service. Write to ${supportEmail} to have your data exported or deleted.`,
      ],
    },
    {
      heading: 'Liability and law',
      paragraphs: [
        'The service is provided "as is", without a promise that it is free of errors or interruptions. To the extent that the law allows, liability is limited to what was paid for the service in the twelve months before the claim.',
        legal.state === null
          ? `These terms are governed by the law of the place where ${provider} is based.`
          : `These terms are governed by the law of ${legal.state}.`,
      ],
    },
  ];
}

function describeProvider({ name, legal }: Product): string {
  return legal.name ?? `the operator of this ${name} installation`;
}

const UNTIL_DELETED = 'until the call or the account is deleted';

function retentionSentence(subject: string, days: number | null, otherwise = 'forever'): string {
  return `${subject} are ${days === null ? `kept ${otherwise}` : `deleted after ${plural(days, 'day')}`}.`;
}

function contactSentence({ contactDays, messageDays }: LegalDetails): string {
  const deletions = [
    ...(contactDays === null ? [] : [`${plural(contactDays, 'day')} after they were sent`]),
    ...(messageDays === null ? [] : [`${plural(messageDays, 'day')} after they were handled`]),
  ];
  return `Messages from the contact form are ${deletions.length > 0 ? `deleted ${deletions.join(', or ')}` : 'kept forever'}.`;
}
