/**
 * Whether a refusal says that the bank has a transfer already, by a code or in words: the second one is refused, and the first may well
 * be paid.
 */
export const saysDuplicate = ({ reasonCode, reasonText }: { reasonCode: string | null; reasonText: string | null }): boolean =>
  /^(AM05|DU0[1-5]|DUPL)$/.test(reasonCode ?? '') ||
  /dupli[ck]at|doublon|doppelt?|already (been )?(received|processed|executed|submitted|booked|paid|settled|completed|made|exists?)|bereits (ausgeführt|erhalten|vorhanden)|重复|已(收到|受理|处理|提交|存在|执行|支付|付款|入账)/i.test(
    [reasonCode, reasonText].filter(Boolean).join(' '),
  )
