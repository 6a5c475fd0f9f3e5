/** Every event that posts, by its number in the design of the books; a reversal (L16) is `reverse` of a journal. */
export { accrue, rebateDiscount } from './accrual.ts'
export {
  accrueRefund,
  allocateToLoan,
  allocateToReceivable,
  collect,
  collectForSupplier,
  payPoolSurplus,
  payRefund,
  releasedTooMuch,
  releaseReserve,
} from './collection.ts'
export { convertLoan, fundLoan, fundPurchase, netProceeds } from './funding.ts'
export { reverse } from './journal.ts'
export {
  dilute,
  diluteLost,
  loseFees,
  payBesideFunder,
  recover,
  repurchase,
  reservePays,
  waive,
  waiveBuyerFees,
  writeOff,
} from './loss.ts'
export { chargeFees, creditFee, paidFrom, payBuyerFees, refundPaysFees, remitToPlatform } from './treasury.ts'
