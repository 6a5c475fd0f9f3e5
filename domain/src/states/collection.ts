import { machine } from './machine.ts'

export const collectionStatuses = ['RECEIVED', 'MATCHED', 'ALLOCATED', 'UNIDENTIFIED', 'REFUNDED'] as const
export type CollectionStatus = (typeof collectionStatuses)[number]

/**
 * The life of money that arrived. A match found late is still a match, and so is one of what others have left; a reversed
 * repayment frees the money again. What nobody could match is returned, also the rest of a receipt that was matched in part. What is
 * left of a receipt that went back in part, and that no match claims, is unidentified from then on. A bank may take back what pays
 * nothing, also after it was returned.
 */
export const collectionMachine = machine(collectionStatuses, [
  [['RECEIVED', 'UNIDENTIFIED', 'MATCHED'], 'match', ['T', 'system'], 'MATCHED'],
  [['MATCHED'], 'unmatch', ['T'], 'RECEIVED'],
  [['MATCHED'], 'allocate', ['system'], 'ALLOCATED'],
  [['ALLOCATED'], 'reverse', ['system'], 'RECEIVED'],
  [['RECEIVED'], 'giveUp', ['system'], 'UNIDENTIFIED'],
  [['UNIDENTIFIED'], 'refund', ['T'], 'REFUNDED'],
  [['MATCHED'], 'refund', ['T'], 'MATCHED'],
  [['RECEIVED', 'UNIDENTIFIED', 'REFUNDED'], 'recall', ['T'], 'REFUNDED'],
])

/** Business days after which money nobody could match counts as unidentified. */
export const unidentifiedAfterBd = 2
