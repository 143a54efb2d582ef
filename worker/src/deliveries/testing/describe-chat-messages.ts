import type { DeliveryMessageParts, TestDeliveryMessage } from '@ringwell/testing/make-delivery-message';

import type { DeliveryChannel } from '../delivery-channel';
import { sendOptions } from './describe-channel-contract';
import { expectDetailsHidden, REDACTED_CALL } from './hidden-details';
import { outline } from './outline';
import { OVERSIZED_CALL, SAMPLE_CALLS } from './sample-calls';
import { digestMessage } from './sample-digests';
import { letterMessage } from './sample-letters';

interface ChatSuite {
  getChannel: () => DeliveryChannel;
  makeMessage: (parts?: DeliveryMessageParts) => TestDeliveryMessage;
  /** Returns all messages that the chat accepted. */
  listPostedMessages: () => readonly unknown[];
  /** The size of an oversized call's message, which is shortened to the chat's limit. */
  oversized: { measureBytes: () => number; atLeast: number; atMost: number };
}

/** Tests what every chat shows about calls, overdue follow-ups and weeks. */
export function describeChatMessages({ getChannel, makeMessage, listPostedMessages, oversized }: ChatSuite): void {
  const getLatest = (): unknown => listPostedMessages().at(-1);
  const renderCall = async (parts?: DeliveryMessageParts): Promise<string> => {
    await getChannel().send(makeMessage(parts), sendOptions());
    return outline(getLatest());
  };

  describe('messages', () => {
    it('show a negative call', async () => {
      expect(await renderCall()).toMatchSnapshot();
    });

    it.each(SAMPLE_CALLS)('show a %s call', async (_label, parts) => {
      expect(await renderCall(parts)).toMatchSnapshot();
    });

    it('show placeholders for hidden details', async () => {
      await renderCall(REDACTED_CALL);
      expectDetailsHidden(JSON.stringify(getLatest()));
    });

    it('list overdue follow-ups', async () => {
      const message = makeMessage({ delivery: { escalationId: 'e-1' } });
      await getChannel().sendDigest(digestMessage(message), sendOptions());
      expect(outline(getLatest())).toMatchSnapshot();
    });

    it('contain a short version of the weekly letter', async () => {
      const message = makeMessage({ delivery: { weeklyLetterId: 'l-1' } });
      await getChannel().sendLetter(letterMessage(message), sendOptions());
      expect(outline(getLatest())).toMatchSnapshot();
    });

    it('are shortened if they are too large', async () => {
      expect(await renderCall(OVERSIZED_CALL)).toContain('The boiler');
      expect(oversized.measureBytes()).toBeGreaterThan(oversized.atLeast);
      expect(oversized.measureBytes()).toBeLessThanOrEqual(oversized.atMost);
      expect(listPostedMessages()).toHaveLength(1);
    });
  });
}
