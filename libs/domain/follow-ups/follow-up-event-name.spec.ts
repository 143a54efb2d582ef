import { FOLLOW_UP_EVENTS } from './follow-up';
import { followUpEventName } from './follow-up-event-name';

describe('followUpEventName', () => {
  it('sends only events that open, close or escalate a follow-up to other systems', () => {
    const sent = FOLLOW_UP_EVENTS.map((type) => [type, followUpEventName(type)]).filter(([, name]) => name !== null);
    expect(sent).toEqual([
      ['opened', 'follow_up.opened'],
      ['overdue', 'follow_up.overdue'],
      ['done', 'follow_up.closed'],
      ['dismissed', 'follow_up.closed'],
      ['reopened', 'follow_up.reopened'],
    ]);
  });
});
