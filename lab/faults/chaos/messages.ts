import { toBreaches, type Breach } from './breach';

/** A row from `deliveries`, with the number of copies its receiver got. */
export interface SentMessage {
  id: string;
  callId: string | null;
  channel: string;
  state: string;
  errorCode: string | null;
  /** Number of attempts whose outcome the product doesn't know. */
  uncertainTries: number;
  /** Number of copies the receiver accepted. */
  copies: number;
}

const SUPERSEDED = 'DELIVERY_SUPERSEDED';
const UNCONFIRMED = 'DELIVERY_UNCONFIRMED';

/**
 * Checks the invariants once all messages are final. A receiver may have an extra copy for each attempt whose outcome
 * the product doesn't know because its process died or the link broke between the request and the response.
 */
export function checkMessages(messages: readonly SentMessage[]): Breach[] {
  const describe = ({ id, callId, channel, copies, uncertainTries, errorCode }: SentMessage): string =>
    `${channel} ${id} of call ${callId ?? 'none'} ` +
    `(${copies} copies, ${uncertainTries} uncertain attempts, ${errorCode ?? 'no error'})`;
  const describeWhere = (isBreach: (message: SentMessage) => boolean): string[] =>
    messages.filter(isBreach).map(describe);
  return [
    ...toBreaches(
      'a message marked as sent has arrived',
      describeWhere(({ state, copies }) => state === 'sent' && copies === 0),
    ),
    ...toBreaches(
      'a message only arrives again after an attempt with an unknown outcome',
      describeWhere(({ copies, uncertainTries }) => copies > 1 + uncertainTries),
    ),
    ...toBreaches(
      'a message is only abandoned after two attempts with an unknown outcome',
      describeWhere(
        ({ state, errorCode, uncertainTries }) =>
          state === 'dead' && !(errorCode === UNCONFIRMED && uncertainTries >= 2),
      ),
    ),
    ...toBreaches(
      'a message is only withheld for a newer one',
      describeWhere(({ state, errorCode }) => state === 'suppressed' && errorCode !== SUPERSEDED),
    ),
    ...toBreaches(
      'no message fails permanently',
      describeWhere(({ state }) => state === 'failed'),
    ),
  ];
}
