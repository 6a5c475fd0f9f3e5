import { contractList } from '@usance/wire/contract/list'
import { amortizationList, bankProofList, collectList, orderFileList, subledgerList, templetList } from '@usance/wire/report/list'
import { firstRows } from '../list/first-rows.ts'
import type { Page } from '../page.ts'
import { withTexts } from './with-texts.ts'

/** Contracts, statements and proofs. */
export const documentPages: readonly Page[] = [
  {
    path: '/contract/info',
    title: 'menu.contractInfo',
    permission: 'contract.info.view',
    menu: 'documents',
    area: 'contract',
    load: () => import('../areas/contract/info/page.tsx'),
    asks: firstRows(contractList),
  },
  {
    path: '/proof/subledgers',
    title: 'menu.subledgers',
    permission: 'proof.subledgers.view',
    menu: 'documents',
    area: 'report',
    load: () => import('../areas/proof/subledgers-page.tsx'),
    asks: firstRows(subledgerList),
  },
  {
    path: '/proof/books',
    title: 'menu.books',
    permission: 'proof.subledgers.view',
    menu: 'documents',
    area: 'report',
    load: () => import('../areas/proof/books-page.tsx'),
  },
  {
    path: '/report/amortization',
    title: 'menu.amortization',
    permission: 'report.amortization.view',
    menu: 'documents',
    area: 'report',
    load: () => import('../areas/report/amortization-page.tsx'),
    asks: firstRows(amortizationList),
  },
  {
    path: '/proof/bank',
    title: 'menu.proofBank',
    permission: 'proof.bank.view',
    menu: 'documents',
    area: 'report',
    load: () => import('../areas/proof/bank-page.tsx'),
    asks: firstRows(bankProofList),
  },
  {
    path: '/proof/templet',
    title: 'menu.templet',
    permission: 'proof.templet.view',
    menu: 'documents',
    area: 'report',
    load: () => import('../areas/proof/templet-page.tsx'),
    asks: firstRows(templetList),
  },
  {
    path: '/proof/templet/$id/detail',
    title: 'menu.templet',
    permission: 'proof.templet.detail',
    area: 'report',
    load: () => withTexts('staff', import('../areas/proof/templet-detail-page.tsx')),
  },
  {
    path: '/proof/collect',
    title: 'menu.collect',
    permission: 'proof.collect.view',
    menu: 'documents',
    area: 'report',
    load: () => import('../areas/proof/collect-page.tsx'),
    asks: firstRows(collectList),
  },
  {
    path: '/proof/e_one',
    title: 'menu.eOne',
    permission: 'proof.e_one.view',
    menu: 'documents',
    area: 'report',
    load: () => import('../areas/proof/e-one-page.tsx'),
    asks: firstRows(orderFileList),
  },
]
