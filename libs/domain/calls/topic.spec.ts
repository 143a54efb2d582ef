import { TOPIC_DEFINITIONS, TOPIC_NAMES, topicName, TOPICS } from './topic';

describe('topics', () => {
  it('each have their own name and definition', () => {
    for (const texts of [TOPIC_NAMES, TOPIC_DEFINITIONS]) {
      expect(Object.keys(texts)).toEqual([...TOPICS]);
      expect(new Set(Object.values(texts)).size).toBe(TOPICS.length);
    }
  });

  it('are shown by name, and a call without a topic as not sorted', () => {
    expect(topicName('no_show')).toBe('No-show');
    expect(topicName(null)).toBe('Not sorted');
  });
});
