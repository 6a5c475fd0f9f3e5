import { companyCalls } from '@usance/wire/company/calls'
import { routes } from '../../http/context.ts'
import { addCompany, companyDetail, editBuyer, editCompany, editDirector, editRole } from './companies.ts'
import { namedBefore } from './named-before.ts'
import { checkBizRegNo, checkCompName, listWithOther, simpleSearch } from './search.ts'

export const companyRoutes = routes(companyCalls, {
  add: addCompany,
  edit: editCompany,
  anyDetail: async ({ tx, actor, body }) => ({
    ...(await companyDetail(tx, body.id, actor)),
    namedBefore: await namedBefore(tx, body.id),
  }),
  detail: ({ tx, actor }) => companyDetail(tx, actor.companyId),
  editDirector,
  editSupplier: editRole('SUPPLIER'),
  editBuyer,
  editFunder: editRole('FUNDER'),
  checkCompName,
  checkBizRegNo,
  listWithOther,
  simpleSearch,
})
