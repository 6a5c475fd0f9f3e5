-- What the operator writes may be in Chinese too; where it is not, both languages read what there is.
alter table news_item add column title_cn text, add column text_cn text, add column topics_cn text, add column tags_cn text;
alter table news_signal add column title_cn text, add column text_cn text;
alter table tariff add column product_cn text, add column note_cn text;
