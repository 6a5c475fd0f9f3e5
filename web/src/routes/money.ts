import { feeBillList } from '@usance/wire/fee-bill/list'
import { financingPaymentList, paymentList, releaseRefundList } from '@usance/wire/payment/list'
import { paymentFileList } from '@usance/wire/payment-file/list'
import { collectionList, repaymentList } from '@usance/wire/repayment/list'
import { firstRows } from '../list/first-rows.ts'
import type { Page } from '../page.ts'

/** Payments, receipts and repayments. */
export const moneyPages: readonly Page[] = [
  {
    path: '/payment/management',
    title: 'menu.paymentManagement',
    permission: 'payment.management.view',
    menu: 'money',
    area: 'money',
    load: () => import('../areas/payment/management/page.tsx'),
    asks: firstRows(paymentList),
  },
  {
    path: '/payment/files',
    title: 'menu.paymentFiles',
    permission: 'payment.management.view',
    menu: 'money',
    area: 'money',
    load: () => import('../areas/payment/files/page.tsx'),
    asks: firstRows(paymentFileList),
  },
  {
    path: '/payment/financing',
    title: 'menu.paymentFinancing',
    permission: 'payment.financing.view',
    menu: 'money',
    area: 'money',
    load: () => import('../areas/payment/financing/page.tsx'),
    asks: firstRows(financingPaymentList),
  },
  {
    path: '/payment/fee-bill',
    title: 'menu.feeBills',
    permission: 'payment.fee-bill.view',
    menu: 'money',
    area: 'money',
    load: () => import('../areas/payment/fee-bill/page.tsx'),
    asks: firstRows(feeBillList),
  },
  {
    path: '/payment/release-refund',
    title: 'menu.releaseRefund',
    permission: 'payment.release-refund.view',
    menu: 'money',
    area: 'money',
    load: () => import('../areas/payment/release-refund/page.tsx'),
    asks: firstRows(releaseRefundList),
  },
  {
    path: '/repayment/management',
    title: 'menu.repaymentManagement',
    permission: 'repayment.management.view',
    menu: 'money',
    area: 'money',
    load: () => import('../areas/repayment/management/page.tsx'),
    asks: firstRows(collectionList),
  },
  {
    path: '/repayment/airwallex-management',
    title: 'menu.airwallex',
    menu: 'money',
    area: 'money',
    load: () => import('../areas/repayment/airwallex-management/page.tsx'),
  },
  {
    path: '/repayment/repaymentDetail',
    title: 'menu.repaymentDetail',
    permission: 'repayment.repaymentDetail.view',
    menu: 'money',
    area: 'money',
    load: () => import('../areas/repayment/repayment-detail/page.tsx'),
    asks: firstRows(repaymentList),
  },
  {
    path: '/repayment/details',
    title: 'menu.repaymentDetails',
    permission: 'repayment.details.view',
    menu: 'money',
    area: 'money',
    load: () => import('../areas/repayment/details/page.tsx'),
  },
]
