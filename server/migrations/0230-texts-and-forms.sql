-- Texts that an administrator lays over the built-in ones: one record a language and namespace, its texts as an object.
create table language_record (
  id uuid primary key,
  lang_key text not null check (lang_key in ('en-US','zh-CN')),
  namespace text not null check (namespace ~ '^[a-zA-Z][a-zA-Z0-9_-]{0,59}$'),
  value jsonb not null check (jsonb_typeof(value) = 'object'),
  version integer not null default 1,
  updated_at timestamptz not null default app_now(),
  updated_by uuid,
  unique (lang_key, namespace)
);

-- Keys a screen asked for and found no text behind.
create table missing_text (
  lang_key text not null check (lang_key in ('en-US','zh-CN')),
  text_key text not null,
  page text not null default '',
  seen integer not null default 1,
  first_seen_at timestamptz not null default app_now(),
  last_seen_at timestamptz not null default app_now(),
  primary key (lang_key, text_key)
);

-- Forms and tables whose fields are configured rather than programmed.
create table dynamic_form (
  id uuid primary key,
  name text not null unique check (name ~ '^[A-Z][A-Z0-9_]{1,59}$'),
  kind text not null default 'FORM' check (kind in ('FORM','TABLE','SHEET')),
  fields jsonb not null check (jsonb_typeof(fields) = 'array'),
  version integer not null default 1,
  updated_at timestamptz not null default app_now(),
  updated_by uuid
);
