import { FOLLOW_UP_EVENTS } from './follow-up';
import { followUpEventName } from './follow-up-event-name';

describe('followUpEventName', () => {
  it('notifies systems of what opens, closes and escalates a follow-up, and of nothing else', () => {
    const told = FOLLOW_UP_EVENTS.map((type) => [type, followUpEventName(type)]).filter(([, name]) => name !== null);
    expect(told).toEqual([
      ['opened', 'follow_up.opened'],
      ['overdue', 'follow_up.overdue'],
      ['done', 'follow_up.closed'],
      ['dismissed', 'follow_up.closed'],
      ['reopened', 'follow_up.reopened'],
    ]);
  });
});
