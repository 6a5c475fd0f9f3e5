-- What was read from a file, by the schema of a document kind: read once, answered from here after. It follows the bytes
-- of the file, so that the same file put up twice is not read twice; another version of the reader reads again.
create table document_reading (
  id uuid primary key,
  company_id uuid not null references company,
  sha256 text not null,
  schema_code text not null,
  reader_version integer not null,
  file_name text not null,
  extract_data jsonb not null,
  read_by uuid references app_user,
  duration_ms integer not null,
  created_at timestamptz not null default app_now()
);
create unique index document_reading_once on document_reading (company_id, sha256, schema_code, reader_version);
create index document_reading_sha on document_reading (sha256);
alter table document_reading enable row level security; alter table document_reading force row level security;
create policy seen on document_reading using (company_id = app_company() or app_all());
