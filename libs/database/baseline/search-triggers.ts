/** Functions that normalize search text, and triggers that update calls' search documents (decision 022). */
export const SEARCH_TRIGGERS = String.raw`
create function call_search_text(value text) returns text language plpgsql immutable parallel safe as $$
  begin
    if octet_length(value) <> length(value) then
      value := regexp_replace(normalize(value, NFKD), '[\u0300-\u036f]', '', 'g');
      value := translate(value, '’‘ʼ“”–—‐', '''''''""---');
      value := regexp_replace(value, '[\u0080-\u00bf\u060c\u061b\u061f\u0964\u2000-\u206f\u3000-\u303f]', ' ', 'g');
    end if;
    value := lower(value);
    if value ~ '\d' then
      value := regexp_replace(value, '(\d),(?=\d{3}(?!\d))', '\1', 'g');
      value := regexp_replace(value,
        '(?<!\d)(?:\+?1[ .-]?)?\(?(\d{3})\)?[ .-]{0,2}(\d{3})[ .-]?(\d{4})(?!\d)', ' \1\2\3 ', 'g');
      value := regexp_replace(value, '(?<!\d)(\d{3})[.-](\d{4})(?!\d)', '\1\2', 'g');
      value := regexp_replace(value, '(\d)\.00(?!\d)', '\1', 'g');
      value := regexp_replace(value, '(\d) ?([ap])\.?m\M\.?', '\1 \2m', 'g');
    end if;
    return regexp_replace(value, '([[:alpha:]])''(?=[[:alpha:]])', '\1', 'g');
  end
$$;

create function call_search_words(value text) returns tsvector language sql immutable parallel safe as $$
  select to_tsvector('call_words', regexp_replace(call_search_text(left(value, 300000)), '[^[:alnum:]\u0080-\uffff ]+', ' ', 'g'))
$$;

create function call_search_query(search text,
  begins boolean DEFAULT false) returns tsquery language plpgsql immutable parallel safe as $$
  declare
    value text := call_search_text(search);
    beginning text;
  begin
    value := regexp_replace(value,
      '([[:alnum:]\u0080-\uffff])[^[:alnum:]\u0080-\uffff\s"]+(?=[[:alnum:]\u0080-\uffff])', '\1:', 'g');
    value := regexp_replace(value, '[^[:alnum:]\u0080-\uffff\s":-]+', ' ', 'g');
    value := regexp_replace(value, '-(?![[:alnum:]\u0080-\uffff"])', '', 'g');
    select string_agg(case when piece.text[1] ~ '"' then translate(piece.text[1], ':', ' ')
        else regexp_replace(translate(piece.text[1], ':', ' '), '^(-?)(.* .*)$', '\1"\2"') end, ' ' order by place)
      into value from regexp_matches(value, '-?"[^"]*"?|[^\s"]+', 'g') with ordinality piece (text, place);
    value := coalesce(value, '');
    if not begins then
      return websearch_to_tsquery('call_words', value);
    end if;
    beginning := substring(value from '(?:^|\s)([[:alpha:]\u0080-\uffff]{3,})\s*$');
    if beginning is null then
      return ''::tsquery;
    end if;
    return websearch_to_tsquery('call_words', left(rtrim(value), -length(beginning)))
      && to_tsquery('call_words', beginning || ':*');
  end
$$;

create function call_search_refresh(of_call uuid) returns void language plpgsql as $$
  begin
    perform from call_search where call_id = of_call for update;
    insert into call_search (call_id, account_id, created_at, words, names)
    select call.id, call.account_id, call.created_at,
      call_search_words(concat_ws(E'\n', call.customer_name, call.from_number, call.to_number, call.external_id,
        call.lead_call_id, call.job_id, call.customer_id, substring(regexp_replace(call.from_number, '\D', '',
        'g') from '\d{7}$'), substring(regexp_replace(call.to_number, '\D', '', 'g') from '\d{7}$'), analysis.summary,
        replace(replace(replace(E'\n' || transcript.text, E'\nAgent: ', E'\n'), E'\nCustomer: ', E'\n'), E'\nSpeaker: ', E'\n'))),
      concat_ws(' ', call_search_text(call.customer_name),
  regexp_replace(call.from_number, '\D', '', 'g'), regexp_replace(call.to_number, '\D', '', 'g'))
    from calls call
      left join transcripts transcript on transcript.call_id = call.id
        and transcript.run_number = call.result_run_number and call.words_expired_at is null
      left join analyses analysis on analysis.call_id = call.id and analysis.run_number = call.result_run_number
    where call.id = of_call
    on conflict (call_id) do update set words = excluded.words, names = excluded.names;
  end
$$;

create function call_search_add_calls() returns trigger language plpgsql as $$
  begin
    insert into call_search (call_id, account_id, created_at, words, names)
    select call.id, call.account_id, call.created_at, call_search_words(concat_ws(E'\n', call.customer_name,
      call.from_number, call.to_number, call.external_id, call.lead_call_id, call.job_id, call.customer_id,
      substring(regexp_replace(call.from_number, '\D', '', 'g') from '\d{7}$'),
      substring(regexp_replace(call.to_number, '\D', '', 'g') from '\d{7}$'))), concat_ws(' ',
      call_search_text(call.customer_name),
  regexp_replace(call.from_number, '\D', '', 'g'), regexp_replace(call.to_number, '\D', '', 'g'))
    from changed call where not (call.state in ('queued', 'released', 'running') and call.result_run_number is null)
      on conflict do nothing;
    return null;
  end
$$;

create function call_search_refresh_call() returns trigger language plpgsql as $$
  begin
    if new.state in ('queued', 'released', 'running') and new.result_run_number is null then
      perform from call_search where call_id = new.id;
      if not found then return null; end if;
    end if;
    perform call_search_refresh(new.id);
    return null;
  end
$$;

create function call_search_refresh_results() returns trigger language plpgsql as $$
  begin
    perform call_search_refresh(call.id) from calls call
    where exists (select from changed where call_id = call.id and run_number = call.result_run_number);
    return null;
  end
$$;

create function call_search_details(call calls) returns text language sql stable parallel safe as $$
  select concat_ws(E'\n', call.customer_name, call.from_number, call.to_number, call.external_id, call.lead_call_id,
    call.job_id, call.customer_id, substring(regexp_replace(call.from_number, '\D', '', 'g') from '\d{7}$'),
    substring(regexp_replace(call.to_number, '\D', '', 'g') from '\d{7}$'))
$$;

create function call_search_names(call calls) returns text language sql stable parallel safe as $$
    select concat_ws(' ', call_search_text(call.customer_name),
  regexp_replace(call.from_number, '\D', '', 'g'), regexp_replace(call.to_number, '\D', '', 'g'))
$$;

create function call_search_document(of_call uuid) returns table(words tsvector,
  names text) language sql stable parallel safe as $$
  select words, names from call_search where call_id = of_call
  union all
  select call_search_words(call_search_details(call)), call_search_names(call) from calls call
  where id = of_call and call.state in ('queued', 'released', 'running') and not exists (select from call_search
    where call_id = of_call)
$$;

create function call_search_refresh_new_result() returns trigger language plpgsql as $$
  begin
    perform call_search_refresh(id) from calls where id = new.call_id and result_run_number = new.run_number;
    return null;
  end
$$;

create function call_search_refresh_old_result() returns trigger language plpgsql as $$
  begin
    perform call_search_refresh(id) from calls where id = old.call_id and result_run_number = old.run_number;
    return null;
  end
$$;

create function happiness_facts_changed() returns trigger language plpgsql as $$
  begin
    perform judge_calls(fact.account_id, fact.call_ids) from (
      select account_id, array_agg(call_id) as call_ids from changed group by account_id order by account_id) fact;
    return null;
  end
$$;

create trigger call_search_added after insert on calls referencing new table as changed for each statement
  execute function call_search_add_calls();
create trigger call_search_changed after update of customer_name, from_number, to_number, external_id, lead_call_id,
  job_id, customer_id, result_run_number, words_expired_at, state on calls
  for each row when ((old.customer_name is distinct from new.customer_name)
  or (old.from_number is distinct from new.from_number) or (old.to_number is distinct from new.to_number)
  or (old.external_id is distinct from new.external_id) or (old.lead_call_id is distinct from new.lead_call_id)
  or (old.job_id is distinct from new.job_id) or (old.customer_id is distinct from new.customer_id)
  or (old.result_run_number is distinct from new.result_run_number)
  or (old.words_expired_at is distinct from new.words_expired_at) or (old.state in ('queued', 'released',
  'running') and (not new.state in ('queued', 'released', 'running')))) execute function call_search_refresh_call();
create trigger call_search_delete after delete on analyses for each row
  execute function call_search_refresh_old_result();
create trigger call_search_delete after delete on transcripts for each row
  execute function call_search_refresh_old_result();
create trigger call_search_insert after insert on analyses for each row
  execute function call_search_refresh_new_result();
create trigger call_search_insert after insert on transcripts for each row
  execute function call_search_refresh_new_result();
create trigger call_search_update after update on analyses
  for each row when ((old.run_number is distinct from new.run_number)
  or (old.summary is distinct from new.summary)) execute function call_search_refresh_new_result();
create trigger call_search_update after update on transcripts
  for each row when ((old.run_number is distinct from new.run_number)
  or (old.text is distinct from new.text)) execute function call_search_refresh_new_result();
create trigger happiness_facts_delete after delete on booking_facts referencing old table as changed
  for each statement execute function happiness_facts_changed();
create trigger happiness_facts_insert after insert on booking_facts referencing new table as changed
  for each statement execute function happiness_facts_changed();
create trigger happiness_facts_update after update on booking_facts referencing new table as changed
  for each statement execute function happiness_facts_changed();
`;
