import { FOLLOW_UP_EVENTS } from './follow-up';
import { followUpEventName } from './follow-up-event-name';

describe('followUpEventName', () => {
  it('only notifies other systems when a follow-up is opened, closed, reopened or overdue', () => {
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
