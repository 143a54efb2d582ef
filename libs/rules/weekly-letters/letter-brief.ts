import type { LetterLink, LetterText } from './letter-text';

/** A letter for chats. Texts are raw; each channel escapes them. */
export interface LetterBrief {
  title: string;
  week: string;
  facts: readonly { name: string; value: string }[];
  /** The best praise; its title names who earned it. */
  praise: { title: string; quote: string } | null;
  link: LetterLink;
}

/**
 * Returns a letter's figures and best praise, without customers, because not everyone in a chat may be allowed to see
 * everything.
 */
export function createLetterBrief({ title, week, facts, unhappy, promises, praise, link }: LetterText): LetterBrief {
  const best = praise?.items[0];
  return {
    title,
    week,
    facts: [
      ...facts,
      ...[unhappy, promises].flatMap((section) =>
        section?.figure ? [{ name: section.title, value: section.figure }] : [],
      ),
    ],
    praise: best?.quote ? { title: `Top praise ${best.title.replace(/^F/, 'f')}`, quote: best.quote } : null,
    link,
  };
}
