// Fonts that share a glyph between a radical and its character make a PDF name the radical.
const radicals: Record<string, string> = {
  '⺟': '母', '⻄': '西', '⻅': '见', '⻆': '角', '⻉': '贝', '⻋': '车', '⻓': '长', '⻔': '门', '⻘': '青', '⻙': '韦', '⻚': '页',
  '⻛': '风', '⻜': '飞', '⻝': '食', '⻢': '马', '⻣': '骨', '⻤': '鬼', '⻥': '鱼', '⻦': '鸟', '⻨': '麦', '⻩': '黄', '⻬': '齐',
  '⻮': '齿', '⻰': '龙', '⻳': '龟', '⺠': '民', '⻁': '虎', '⺎': '兀', '⻊': '足', '⼾': '户',
} // biome-ignore format: pairs, many to a line

/** A text whose Chinese radicals (U+2E80–2FDF) are the characters that they look like. */
export const withoutRadicals = (text: string) =>
  text.replace(
    /[\u2e80-\u2fdf]/g,
    (mark) => radicals[mark] ?? (mark.normalize('NFKC').length === 1 ? mark.normalize('NFKC') : mark),
  )

const traditional =
  '發发號号編编開开購购買买賣卖銷销單单價价稅税額额總总計计數数貨货幣币別别訂订應应實实賬账帳账帐账戶户銀银項项稱称識识統统會会貿贸條条運运費费轉转對对聯联個个電电話话傳传請请採采憑凭證证據据記记錄录類类產产期期貸贷減减預预訖讫'
const simple = new Map<string, string>()
for (let at = 0; at < traditional.length; at += 2) simple.set(traditional[at]!, traditional[at + 1]!)

/** The traditional characters of labels as simplified ones; of the same length, so that places in the text stay what they are. */
export const simplified = (text: string) =>
  /[\u4e00-\u9fff]/.test(text) ? text.replace(/[\u4e00-\u9fff]/g, (mark) => simple.get(mark) ?? mark) : text
