import { TOPIC_DEFINITIONS, TOPIC_NAMES, topicName, TOPICS } from './topic';

describe('topics', () => {
  it('have unique names and definitions', () => {
    for (const texts of [TOPIC_NAMES, TOPIC_DEFINITIONS]) {
      expect(Object.keys(texts)).toEqual([...TOPICS]);
      expect(new Set(Object.values(texts)).size).toBe(TOPICS.length);
    }
  });

  it('are shown by name, or as "Not sorted" if a call has none', () => {
    expect(topicName('no_show')).toBe('No-show');
    expect(topicName(null)).toBe('Not sorted');
  });
});
