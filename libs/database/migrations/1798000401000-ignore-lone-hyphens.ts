import type { MigrationInterface, QueryRunner } from 'typeorm';

// For websearch_to_tsquery, a hyphen excludes what follows. Some 30 of them with nothing to exclude are an error ("tsquery stack too small").
const REMOVE_LONE_HYPHENS = `value := regexp_replace(value, '-(?![[:alnum:]\\u0080-\\uffff"])', '', 'g');`;

export class IgnoreLoneHyphens1798000401000 implements MigrationInterface {
  name = 'IgnoreLoneHyphens1798000401000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(searchQuery(REMOVE_LONE_HYPHENS));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(searchQuery(''));
  }
}

// Words joined by punctuation are a phrase, as if they were quoted: 10:30, on-site.
function searchQuery(cleaning: string): string {
  return `
    create or replace function call_search_query(search text, begins boolean default false) returns tsquery
    language plpgsql immutable parallel safe as $$
    declare
      value text := call_search_text(search);
      beginning text;
    begin
      value := regexp_replace(value,
        '([[:alnum:]\\u0080-\\uffff])[^[:alnum:]\\u0080-\\uffff\\s"]+(?=[[:alnum:]\\u0080-\\uffff])', '\\1:', 'g');
      value := regexp_replace(value, '[^[:alnum:]\\u0080-\\uffff\\s":-]+', ' ', 'g');
      ${cleaning}
      select string_agg(case when piece.text[1] ~ '"' then translate(piece.text[1], ':', ' ')
          else regexp_replace(translate(piece.text[1], ':', ' '), '^(-?)(.* .*)$', '\\1"\\2"') end, ' ' order by place)
        into value from regexp_matches(value, '-?"[^"]*"?|[^\\s"]+', 'g') with ordinality piece (text, place);
      value := coalesce(value, '');
      if not begins then
        return websearch_to_tsquery('call_words', value);
      end if;
      beginning := substring(value from '(?:^|\\s)([[:alpha:]\\u0080-\\uffff]{3,})\\s*$');
      if beginning is null then
        return ''::tsquery;
      end if;
      return websearch_to_tsquery('call_words', left(rtrim(value), -length(beginning)))
        && to_tsquery('call_words', beginning || ':*');
    end $$
  `;
}
