import type { TestDeliveryMessage } from '@ringwell/testing/make-delivery-message';

import type { DigestMessage } from '../delivery-channel';
import type { OverdueDigest } from '../overdue-digest';

const LINK = { url: 'https://calls.example.com/follow-ups', text: 'Open follow-ups' };

// Each channel has a snapshot of these digests.
export const SAMPLE_DIGEST: OverdueDigest = {
  title: '12 customers are still waiting for a call',
  items: [
    {
      who: 'Dana Whitfield',
      phone: '(555) 010-0142',
      why: 'The repair did not hold.',
      delay: '2 hours overdue',
      handler: 'No one has it yet',
      url: 'https://calls.example.com/follow-ups/1',
      takeUrl: 'https://calls.example.com/api/follow-up-links/v1.x',
    },
    {
      who: '(555) 010-0143',
      phone: null,
      why: 'Voicemail to return',
      delay: '3 days overdue',
      handler: 'Paul <Ruiz> has it',
      url: 'https://calls.example.com/follow-ups/2',
      takeUrl: null,
    },
  ],
  moreCount: 10,
  link: LINK,
};

export function sampleDigestWith(text: string): OverdueDigest {
  const item = {
    who: text,
    phone: text,
    why: text,
    delay: '2 hours overdue',
    handler: text,
    url: LINK.url,
    takeUrl: LINK.url,
  };
  return { title: '10 customers are still waiting for a call', items: Array(10).fill(item), moreCount: 0, link: LINK };
}

export function digestMessage(message: TestDeliveryMessage, digest = SAMPLE_DIGEST): DigestMessage {
  return { ...message, digest };
}
