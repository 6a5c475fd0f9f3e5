import { financeOrderCalls } from '@usance/wire/finance-order/calls'
import { historyName } from '../../approval/workflow/history.ts'
import { elevate } from '../../database/database.ts'
import { routes } from '../../http/context.ts'
import { forTraders } from '../../party/account/as-trader.ts'
import { acceptPrice, askForPrice, showRepricing } from './accept-price.ts'
import {
  availableBuyers,
  availableFunders,
  availableProducts,
  listInvoices,
  listOrderItems,
  listOrders,
  listOrdersSimple,
} from './choices.ts'
import { confirmRight, revokeOrder } from './confirm-right.ts'
import { attachmentGroups, fundingAccounts, fundingInfo, orderDetail } from './detail.ts'
import { priceOrder } from './price.ts'
import { repaymentInfo } from './repayment-info.ts'
import { createOrder, editOrder } from './save-order.ts'
import { showOrder } from './signs.ts'
import { summaryCompany } from './summary.ts'

export const financeOrderRoutes = routes(financeOrderCalls, {
  revocation: revokeOrder,
  availableFinanceProductList: availableProducts,
  availableFinanceFunder: availableFunders,
  availableBuye: availableBuyers,
  invoiceList: listInvoices,
  poList: listOrders,
  poListSimple: listOrdersSimple,
  poItemList: listOrderItems,
  trialCalculation: async (request) => {
    await elevate(request.tx)
    return (await priceOrder(request, request.actor.companyId, request.body)).answer
  },
  repricing: showRepricing,
  acceptPrice,
  askForPrice,
  createOrder,
  editOrder,
  detail: showOrder,
  detailForEdit: (request) => orderDetail(request, request.query.id),
  financingProduct: async (request) => (await orderDetail(request, request.query.id)).product,
  financingOrderApproveList: async (request) => {
    const { id } = await orderDetail(request, request.params.id)
    const rows = await request.tx
      .selectFrom('workflowHistory')
      .innerJoin('workflowInstance as i', 'i.id', 'workflowHistory.instanceId')
      .select(['updateTime', historyName(request.actor), 'operation', 'auditComment', 'nodeName', 'workflowHistory.round'])
      .where('i.businessId', '=', id)
      .orderBy('updateTime')
      .execute()
    return rows
  },
  fundingInfo,
  fundingAccountInfos: fundingAccounts,
  repaymentInfo,
  rightConfirmation: confirmRight,
  detailAttachment: (request) => attachmentGroups(request, request.query.id),
  detailAttachmentForEdit: (request) => attachmentGroups(request, request.params.id),
  summaryCompany: forTraders(summaryCompany),
})
