import { contractStatuses } from '@usance/domain/states/contract'
import { choice, dateTime, flag, list, readAtOnce, text } from '../list.ts'

/** The contracts of the caller's company. */
export const contractList = list({
  id: 'contract.info',
  path: '/{p}-contract/info',
  permission: 'contract.info',
  fits: readAtOnce,
  columns: {
    no: text({ search: true, isNumber: true, sort: true, width: 160 }),
    name: text({ search: true, sort: true, width: 230 }),
    status: choice(contractStatuses, { search: true, multiple: true, width: 130 }),
    waitsFor: choice(['SUPPLIER', 'BUYER', 'FUNDER'], { several: true, width: 130 }),
    /** Whether it waits for the reader's own signature; home counts and leads by it. */
    toSign: flag({ withheld: true, audience: ['SUPPLIER', 'BUYER', 'FUNDER', 'COMPANY'] }),
    orderNo: text({ search: true, isNumber: true, sort: true, width: 160 }),
    supplierName: text({ search: true, width: 200 }),
    buyerName: text({ search: true, width: 200 }),
    funderName: text({ search: true, width: 200 }),
    createdAt: dateTime({ search: true, sort: true }),
    signedAt: dateTime({ search: true, sort: true }),
    nameCn: text({ internal: true }),
    orderId: text({ internal: true }),
  },
  order: { by: 'createdAt', descending: true },
  operations: ['view', 'signoff', 'download'],
})
