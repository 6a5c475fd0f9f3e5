-- Registration numbers were compared by their Latin letters and digits alone: numbers of Chinese characters were all one, and the same number
-- in full width another. They are compared in the form of the fingerprints now, by one writer of a country at a time
-- (`company/identity.ts`); what is spelled alike stays once in any case.
drop index company_reg;
create unique index company_reg on company (country, biz_reg_no);
