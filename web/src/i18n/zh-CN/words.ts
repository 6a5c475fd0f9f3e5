import type { words as en } from '../en-US/words.ts'
import type { Shape } from '../shape.ts'

export const words: Shape<typeof en> = {
  shell: {
    theme: '主题',
    light: '浅色',
    dark: '深色',
  },
  companyRole: { SUPPLIER: '供应商', BUYER: '买方', FUNDER: '资金方', COMPANY: '公司', PLATFORM: '平台' },
}
