import type { LetterLink, LetterView } from './letter-view';

/** A letter in a chat. Texts are raw: each channel escapes them. */
export interface LetterBrief {
  title: string;
  week: string;
  facts: readonly { name: string; value: string }[];
  /** The best praise; its title names who deserves it. */
  praise: { title: string; quote: string } | null;
  link: LetterLink;
}

/** The figures of a letter without customers, because some people in a chat may not see everything. */
export function letterBrief({ title, week, facts, unhappy, promises, praise, link }: LetterView): LetterBrief {
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
    praise: best?.quote ? { title: `Best praise ${best.title.replace(/^F/, 'f')}`, quote: best.quote } : null,
    link,
  };
}
