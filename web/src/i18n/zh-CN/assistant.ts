import type en from '../en-US/assistant.ts'
import type { Shape } from '../shape.ts'

export default {
  assistant: {
    title: '智能助手',
    lead: '可询问您的应收账款、订单和到期情况，或平台的使用方法。助手只读取您有权查看的内容，不做任何更改。',
    empty: '请提问，或选择下面的问题。',
    ask: '您的问题',
    send: '提问',
    begin: '新对话',
    past: '以前的对话',
    forget: '删除',
    forgetTitle: '删除该对话？',
    forgetText: '其中的问题和回答将无法恢复。',
    looking: '正在查询…',
    stop: '停止',
    question1: '逾期多少？',
    question2: '还有多少可融资？',
    question3: '7天内到期多少？',
    question4: '怎么上传发票？',
  },
} satisfies Shape<typeof en>
