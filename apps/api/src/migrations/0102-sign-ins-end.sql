-- compatible-with: 0090
-- Sign-ins, sign-outs and ended sessions are kept for LOG_DAYS (OQ-684). All other audit entries are kept for ever.
create or replace function refuse_audit_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and exists (select from erasure where id = current_erasure() and state = 'running') then
    return null;
  end if;
  if tg_op = 'DELETE' and current_setting('greenroom.sign_in_sweep', true) = 'on' then return null; end if;
  raise exception 'audit entries are never changed or removed';
end
$$;

-- Also during the sweep only old entries of sessions go. LOG_DAYS is at least 30.
create trigger audit_entry_ends before delete on audit_entry
  for each row
  when (old.entity_type <> 'session' or old.at > now() - interval '30 days')
  execute function refuse_other_audit_change();

create function sweep_sign_ins(p_days integer) returns void language plpgsql as $$
begin
  perform set_config('greenroom.sign_in_sweep', 'on', true);
  delete from audit_entry where entity_type = 'session' and at < now() - make_interval(days => p_days);
  perform set_config('greenroom.sign_in_sweep', '', true);
end
$$;
