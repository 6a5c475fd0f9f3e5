-- Rows of the matrix that gated nothing go. The steps of the real-name page that only show a result belong to the page, which
-- opens for everybody; pools have no page of their own behind the list and no approval of their own; entries of dictionaries and
-- translations are saved at once; templates of contracts are edited with proof.templet.edit; nobody notifies of a repayment.
delete from role_permission where permission in (
  'realname.verify-success', 'realname.personal-success', 'realname.personal-error', 'contract.info.template',
  'finance.dbsFinance.detail', 'finance.poolFactoring.detail', 'finance.poolFactoring.approve',
  'repayment.management.notify', 'system.dict.approve', 'system.i18n.approve'
);
