import type { CheckedCall } from '@ringwell/database/calls/call-checks.repository';

export const EXAMPLE_LINE =
  '{"id":"7e7a2c1e-6a3f-4d0b-9a60-0b5c3b2d9f10","direction":"inbound","asrStyle":true,' +
  '"turns":[{"speaker":"agent","text":"Cedar Creek, hello."},{"speaker":"customer","text":"Thank you so much."}],' +
  '"label":"positive","needsFollowUp":false}\n';

/** A checked call in the format of `npm run evaluate`. The need for a follow-up is the analyst's. */
export function checkedCallLine({ callId, direction, segments, answer, followUp }: CheckedCall): string {
  const call = {
    id: callId,
    ...(direction && { direction }),
    asrStyle: true,
    turns: segments.map(({ speaker, text }) => ({ speaker, text })),
    label: answer,
    needsFollowUp: followUp.needed,
  };
  return `${JSON.stringify(call)}\n`;
}
