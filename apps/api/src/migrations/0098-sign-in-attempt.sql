-- compatible-with: 0090
-- Sign-ins that have begun and not returned yet. A row is found only with what the browser holds that began it.
create table sign_in_attempt (
  -- Hash of the state and the browser's secret.
  sha256 text primary key,
  provider text not null,
  redirect_uri text not null,
  nonce text not null,
  verifier text not null,
  return_to text,
  expires_at timestamptz not null
);
create index sign_in_attempt_end on sign_in_attempt (expires_at);
