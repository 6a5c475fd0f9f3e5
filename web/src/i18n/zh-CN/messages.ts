import type { NoticeEvent } from '@usance/wire/notification/events'
import type en from '../en-US/messages.ts'
import type { Shape } from '../shape.ts'

/** What the portal says of each event: a headline and a line below it. A missing event does not compile. */
const events = {
  APPROVAL_WAITING: {
    title: '{{businessNo}} 等待您审批',
    text: '{{business}}，环节“{{nodeName}}”',
  },
  APPROVAL_OVERDUE: {
    title: '{{businessNo}} 的审批已超时',
    text: '{{business}}，环节“{{nodeName}}”已超过时限',
  },
  APPROVAL_OVERDUE_OF_COLLEAGUES: {
    title: '{{businessNo}} 的审批已超时',
    text: '{{business}}，环节“{{nodeName}}”已超过时限。请提醒审批人员，或将该角色授予其他同事。',
  },
  APPROVAL_WITHOUT_DECIDER: {
    title: '{{businessNo}} 目前无人可审批',
    text: '{{business}}，环节“{{nodeName}}”：该角色的所有人员均为经办人、已作出审批或与该事项有利害关系。须由董事或管理员将该角色授予其他同事。',
  },
  APPROVAL_PASSED: {
    title: '{{businessNo}} 已审批通过',
    text: '{{business}}。{{comment}}',
  },
  APPROVAL_REJECTED: {
    title: '{{businessNo}} 被退回修改',
    text: '{{business}}。{{comment}}',
  },
  APPROVAL_REJECTED_OF_LEAVER: {
    title: '{{businessNo}} 被退回修改，其经办人已离任',
    text: '{{business}}。{{comment}} 请将该角色授予其他同事，由其修改。',
  },
  APPROVAL_REFUSED: {
    title: '{{businessNo}} 被拒绝',
    text: '{{business}}。{{comment}}',
  },
  APPROVAL_WITHDRAWN: {
    title: '{{businessNo}} 已撤回',
    text: '{{business}}，无需再审批。',
  },
  USER_CHANGED: { title: '您在 {{company}} 的用户变更已生效', text: '{{no}} 已由第二人审批通过。' },
  USER_CHANGE_ASKED: {
    title: '有人申请变更您在 {{company}} 的用户：{{no}}',
    text: '由 {{by}} 提出，将由第二人审批。如您不知情，请立即联系 {{by}} 或运营人员。',
  },
  WEBHOOK_STOPPED: {
    title: '一个 Webhook 已停用',
    text: '设置 {{url}} 的人员已无权为贵公司设置 Webhook。如该地址属于贵公司，请重新启用。',
  },
  USER_REMOVED: {
    title: '您在 {{company}} 的角色已全部取消',
    text: '由 {{by}} 操作。您的登录方式及在其他公司的角色不变。',
  },
  USER_SIGNING_ENDED: {
    title: '{{person}} 为 {{company}} 签署合同的权限已终止',
    text: '签署权限现由各公司自行授予。{{company}} 的董事可在用户页面重新授予，并由第二人审批。',
  },
  API_KEYS_STAY: { title: '密码已修改，您的 {{count}} 个 API 密钥仍然有效', text: '如可能已被他人知晓，请将其停用。' },
  CUSTOMER_REQUESTED: {
    title: '{{company}} 申请添加新客户：{{customer}}',
    text: '请添加该公司，或告知对方原因。',
  },
  BUYER_WATCH: {
    title: '请关注 {{buyer}}：付款变慢且有利空消息',
    text: '{{date}}“{{signal}}”；最近 90 天平均迟付 {{now}} 天，之前 90 天为 {{before}} 天',
  },
  NEWS_PUBLISHED: { title: '市场资讯：{{title}}', text: '由平台发布' },
  NEWS_IMPORTED: { title: '新增 {{count}} 条市场资讯', text: '来自新闻源' },
  DELEGATION_RECEIVED: {
    title: '{{from}} 委托您代为审批',
    text: '{{fromDate}} 至 {{toDate}}{{seat}}',
  },
  DELEGATION_ENDED: {
    title: '您与 {{person}} 之间的审批委托已终止',
    text: '委托期为 {{fromDate}} 至 {{toDate}}；所依据的身份、角色或账号已被取消。如有需要，请重新委托。',
  },
  BANK_VERIFICATION_STARTED: {
    title: '{{company}} 申请验证打款',
    text: '认证 {{no}}：请支付并登记',
  },
  BANK_VERIFICATION_PAID: {
    title: '验证款项已支付到您的账户',
    text: '认证 {{no}}：请填写到账金额',
  },
  BANK_VERIFICATION_UNLOCKED: {
    title: '您可以重新认证银行账户',
    text: '认证 {{no}} 已结束',
  },
  PRICING_OFFERED: {
    title: '您收到一份报价',
    text: '报价 {{no}}：接受后即可按此价格融资，也可拒绝',
  },
  INVOICE_SUBMIT: {
    title: '发票 {{invoiceNo}} 等待确认',
    text: '{{amount}}',
  },
  INVOICE_CONFIRM: {
    title: '发票 {{invoiceNo}} 已确认',
    text: '{{amount}}',
  },
  INVOICE_RETURN: {
    title: '发票 {{invoiceNo}} 被退回修改',
    text: '{{comment}}',
  },
  INVOICE_DISPUTE: {
    title: '发票 {{invoiceNo}} 存在争议',
    text: '{{comment}}',
  },
  INVOICE_RESOLVE: {
    title: '发票 {{invoiceNo}} 的争议已解决',
    text: '{{comment}}',
  },
  INVOICE_RESOLUTION_PROPOSED: {
    title: '买方提议解决发票 {{invoiceNo}} 的争议',
    text: '{{comment}}',
  },
  INVOICE_CANCEL: {
    title: '发票 {{invoiceNo}} 已取消',
    text: '{{amount}}',
  },
  INVOICE_ADJUSTED: {
    title: '发票 {{invoiceNo}} 已调整',
    text: '{{comment}}',
  },
  INVOICE_SIGN_RAISED: {
    title: '发票 {{invoiceNo}} 需要核查',
    text: '{{supplier}}提交的发票带有须由风控核查的提示，详见发票页面。',
  },
  INVOICE_PAPERS_CHANGED: {
    title: '供应商更改了发票 {{invoiceNo}} 的文件',
    text: '现有文件与此前显示的不同，请查看。',
  },
  FEE_BILLED: {
    title: '{{orderNo}} 的费用账单 {{no}}',
    text: '{{amount}}，其中未付 {{openAmount}}，{{dueOn}} 到期。未付部分请与发票款项一并支付。',
  },
  FEE_BILL_WAIVED: {
    title: '{{orderNo}}：费用账单余款 {{amount}} 已豁免',
    text: '由资金方承担，无需任何人再支付。',
  },
  FEE_BILL_CHANGED: {
    title: '{{orderNo}} 的费用账单 {{no}} 现为 {{amount}}',
    text: '该订单的费用已作调整。账单未付 {{openAmount}}，{{dueOn}} 到期。',
  },
  FEE_ADJUSTMENT_SUBMITTED: {
    title: '{{orderNo}} 的费用拟作调整',
    text: '{{no}}，{{amount}}',
  },
  FEE_ADJUSTMENT_PASSED: {
    title: '{{orderNo}} 的费用已调整',
    text: '{{no}}，{{amount}}',
  },
  FEE_ADJUSTMENT_REJECTED: {
    title: '费用调整 {{no}} 已退回',
    text: '{{orderNo}}。{{comment}}',
  },
  FEE_ADJUSTMENT_REFUSED: {
    title: '费用调整 {{no}} 已拒绝',
    text: '{{orderNo}}。{{comment}}',
  },
  FEE_ADJUSTMENT_WITHDRAWN: {
    title: '费用调整 {{no}} 已撤回',
    text: '{{orderNo}}。{{comment}}',
  },
  WRITE_OFF_REQUESTED: {
    title: '已申请核销 {{orderNo}}',
    text: '{{reason}}',
  },
  WRITE_OFF_ENDED: {
    title: '{{orderNo}} 未予核销',
    text: '{{comment}}',
  },
  FINANCE_ORDER_RATE_REVISED: {
    title: '{{date}} 的 {{type}} 定盘已更正或补录，{{orderNo}} 利率不变',
    text: '该订单按 {{before}}% 计息，现定盘为 {{after}}%。若按现定盘，截至今日的利息及罚息将相差 {{amount}}。',
  },
  FINANCE_ORDER_INCOME_REVISED: {
    title: '{{date}} 的 {{type}} 定盘已更正或补录，{{orderNo}} 利率不变',
    text: '该订单按 {{before}}% 计息，现定盘为 {{after}}%。若按现定盘，截至今日贵司的利息及罚息收入将相差 {{amount}}。',
  },
  FINANCE_ORDER_RATES_REVISED: {
    title: '{{type}} 的 {{count}} 个定盘已更正或补录，{{orderNo}} 利率不变',
    text: '涉及 {{fromDate}} 至 {{toDate}} 的定盘。若按现定盘，截至今日的利息及罚息将相差 {{amount}}。',
  },
  FINANCE_ORDER_INCOMES_REVISED: {
    title: '{{type}} 的 {{count}} 个定盘已更正或补录，{{orderNo}} 利率不变',
    text: '涉及 {{fromDate}} 至 {{toDate}} 的定盘。若按现定盘，截至今日贵司的利息及罚息收入将相差 {{amount}}。',
  },
  POOL_SHORT: {
    title: '资产池 {{pool}} 缺口 {{amount}}',
    text: '资产池不足以覆盖其提款{{uses}}。请补充应收账款、还款，或撤回在途提款。',
  },
  POOL_BANK_FIGURES: {
    title: '银行对资产池 {{pool}} 的核定金额为 {{amount}}',
    text: '截至 {{date}}。可提款金额以此为准。',
  },
  LIMIT_CHANGED: {
    title: '贵司的一项额度现为 {{amount}}',
    text: '{{parties}}，有效期 {{fromDate}} 至 {{toDate}}',
  },
  LIMIT_ENDED: {
    title: '贵司的一项额度已终止',
    text: '{{parties}}：原为 {{amount}}',
  },
  INVOICE_ADJUSTMENT_SUBMITTED: {
    title: '发票 {{invoiceNo}} 已提出调整',
    text: '{{refNo}}，{{amount}}',
  },
  INVOICE_ADJUSTMENT_PASSED: {
    title: '调整 {{refNo}} 已通过',
    text: '发票 {{invoiceNo}}。{{comment}}',
  },
  INVOICE_ADJUSTMENT_REJECTED: {
    title: '调整 {{refNo}} 被退回',
    text: '发票 {{invoiceNo}}。{{comment}}',
  },
  INVOICE_ADJUSTMENT_REFUSED: {
    title: '调整 {{refNo}} 被拒绝',
    text: '发票 {{invoiceNo}}。{{comment}}',
  },
  INVOICE_ADJUSTMENT_WITHDRAWN: {
    title: '调整 {{refNo}} 已撤回',
    text: '发票 {{invoiceNo}}。{{comment}}',
  },
  DIRECT_PAYMENT_REPORTED: {
    title: '发票 {{invoiceNo}} 已报告付款',
    text: '{{no}}，{{amount}}。供应商确认后生效。',
  },
  DIRECT_PAYMENT_CONFIRMED: {
    title: '发票 {{invoiceNo}} 的付款 {{no}} 已确认',
    text: '{{amount}}',
  },
  DIRECT_PAYMENT_REFUSED: {
    title: '发票 {{invoiceNo}} 的付款 {{no}} 未获确认',
    text: '{{amount}}。{{comment}}',
  },
  DIRECT_PAYMENT_TAKEN_BACK: {
    title: '发票 {{invoiceNo}} 的付款 {{no}} 已撤回',
    text: '重新欠付 {{amount}}。{{comment}}',
  },
  PURCHASE_ORDER_SUBMIT: {
    title: '采购订单 {{poNo}} 等待确认',
    text: '{{amount}}',
  },
  PURCHASE_ORDER_CONFIRM: {
    title: '采购订单 {{poNo}} 已确认',
    text: '{{amount}}',
  },
  PURCHASE_ORDER_RETURN: {
    title: '采购订单 {{poNo}} 被退回修改',
    text: '{{comment}}',
  },
  PURCHASE_ORDER_UPDATE: {
    title: '采购订单 {{poNo}} 更新了发货信息',
    text: '{{amount}}',
  },
  PURCHASE_ORDER_UPLOAD: {
    title: '供应商更改了采购订单 {{poNo}} 的文件',
    text: '现有文件与此前显示的不同，请查看。',
  },
  PURCHASE_ORDER_EDIT: {
    title: '采购订单 {{poNo}} 已修改',
    text: '{{amount}}',
  },
  PURCHASE_ORDER_CANCEL: {
    title: '采购订单 {{poNo}} 已取消',
    text: '{{comment}}',
  },
  PURCHASE_ORDER_CLOSE: {
    title: '采购订单 {{poNo}} 已全部开票并关闭',
    text: '{{amount}}',
  },
  PURCHASE_ORDER_REOPEN: {
    title: '采购订单 {{poNo}} 的发票已不足以覆盖订单金额，订单重新打开',
    text: '{{amount}}',
  },
  FINANCE_ORDER_SUBMITTED: {
    title: '融资订单 {{orderNo}} 已提交',
    text: '{{amount}}',
  },
  FINANCE_ORDER_IN_APPROVE: {
    title: '融资订单 {{orderNo}} 审批中',
    text: '{{amount}}',
  },
  FINANCE_ORDER_PASSED: {
    title: '融资订单 {{orderNo}} 已通过',
    text: '{{amount}}',
  },
  FINANCE_ORDER_REJECTED: {
    title: '融资订单 {{orderNo}} 被退回',
    text: '{{comment}}',
  },
  FINANCE_ORDER_REFUSED: {
    title: '融资订单 {{orderNo}} 被拒绝',
    text: '{{comment}}',
  },
  FINANCE_ORDER_RIGHT_CONFIRMED: {
    title: '{{orderNo}} 已确权',
    text: '现可放款：{{amount}}',
  },
  FINANCE_ORDER_PRICE_ASKED: {
    title: '{{orderNo}} 的报价有变化',
    text: '需重新报价。若于 {{date}} 放款，到手金额为 {{amount}}。请接受新报价或撤回订单。',
  },
  FINANCE_ORDER_PRICE_ACCEPTED: {
    title: '供应商已接受 {{orderNo}} 的新报价',
    text: '{{amount}}，放款日 {{date}}',
  },
  FINANCE_ORDER_FUNDING: {
    title: '{{orderNo}} 放款处理中',
    text: '{{amount}}',
  },
  CONTRACT_TEMPLATE_SAVED: {
    title: '模板 {{code}} 有新版本',
    text: '{{name}}，版本 {{version}}',
  },
  AUDIT_HEAD: {
    title: '审计链最新节点：第 {{seq}} 环',
    text: '{{hash}}',
  },
  FINANCE_ORDER_FUNDED: {
    title: '{{orderNo}} 已放款',
    text: '{{amount}}',
  },
  FINANCE_ORDER_MATURING: {
    title: '{{orderNo}} 将于 {{maturity}} 到期',
    text: '剩余天数：{{days}}',
  },
  FINANCE_ORDER_OVERDUE: {
    title: '{{orderNo}} 已逾期',
    text: '未还金额：{{principal}}',
  },
  FINANCE_ORDER_SETTLED: {
    title: '{{orderNo}} 已结清',
    text: '已无任何欠款。',
  },
  FINANCE_ORDER_OWED_TO_SUPPLIER: {
    title: '{{orderNo}} 已结清，请改向供应商付款',
    text: '其发票已无需向资金方付款，尚未支付的金额请直接支付给供应商。',
  },
  FINANCE_ORDER_REST_OPEN: {
    title: '{{orderNo}} 已结清，您的发票仍有 {{principal}} 未付',
    text: '请仍付至原收款账户，该款将转付供应商。',
  },
  FINANCE_ORDER_REST_OF_BOTH: {
    title: '{{orderNo}} 已结清，您的部分发票仍未付清',
    text: '其中 {{principal}} 请仍付至原收款账户；{{amount}} 已由供应商回购，请直接支付给供应商。',
  },
  FINANCE_ORDER_BILLS_OPEN: {
    title: '{{orderNo}} 已结清，您的费用账单仍有 {{amount}} 未付',
    text: '请仍付至原收款账户，并在附言中注明账单编号。',
  },
  FINANCE_ORDER_TOP_UP_LEFT: {
    title: '{{orderNo}} 已终止，仍留有为其保留的款项',
    text: '{{no}} 为该转换保留了供应商的 {{amount}}，而该转换不再放款。请撤回该还款，然后退款或重新匹配。',
  },
  FINANCE_ORDER_CONVERTED: {
    title: '{{orderNo}} 已转为发票融资',
    text: '剩余本金：{{principal}}',
  },
  FINANCE_ORDER_WAIVED: {
    title: '{{orderNo}}：小额余款 {{amount}} 已豁免',
    text: '由资金方承担，无需任何人再支付。',
  },
  FINANCE_ORDER_COSTS_FROM_RESERVE: {
    title: '{{orderNo}}：剩余费用 {{amount}} 已由保留款支付',
    text: '该款项从资金方为供应商保留的款项中扣除。',
  },
  FINANCE_ORDER_RESERVE_SHORT: {
    title: '{{orderNo}}：已释放的保留款中有 {{amount}} 需归还',
    text: '登记或冲销了一笔较早日期的收款，该日之后的入账已重新计算，应释放的保留款少于已释放金额。差额由供应商归还资金方。超过小额余款容差的，应立即归还，自次日起即为逾期，归还之前，该资金方不再向该供应商释放保留款；在容差以内的，与订单的发票一并到期。',
  },
  FINANCE_ORDER_REMAINDER_WAIVED: {
    title: '{{orderNo}}：应收账款余额 {{amount}} 已豁免',
    text: '由供应商承担，无需任何人再支付。',
  },
  FINANCE_ORDER_WRITTEN_OFF: {
    title: '{{orderNo}} 已核销',
    text: '本金：{{principal}}',
  },
  FINANCE_ORDER_REVOKED: {
    title: '{{orderNo}} 已撤回',
    text: '{{amount}}',
  },
  FINANCE_ORDER_PAPERS_CHANGED: {
    title: '供应商更换了融资订单 {{orderNo}} 的资料',
    text: '现有资料与贵方审批时不同，请在放款前查看。',
  },
  FINANCE_ORDER_NOTICE_ENDED: {
    title: '融资订单 {{orderNo}} 未放款即终止',
    text: '就该订单签署的转让通知不再有效：其发票项下的款项应付给供应商。',
  },
  FINANCE_ORDER_EXPIRED: {
    title: '{{orderNo}} 未及放款已过期',
    text: '相关单据已释放。',
  },
  FINANCE_ORDER_HELD_BY_BANK: {
    title: '{{orderNo}} 已撤回或过期，但银行仍持有其转账',
    text: '相关单据再次锁定并占用额度，直至结算人员登记款项已退回或从未付出，或银行拒绝该转账。如款项已到账，请退回。',
  },
  FINANCE_ORDER_BARRED_BY_BANK: {
    title: '{{orderNo}} 暂缓付款：银行仍持有其单据对应另一笔订单的转账',
    text: '另一笔订单在付款前已终止，但银行仍持有其转账。在结算人员登记该款项已退回或从未付出，或银行拒绝该转账之前，不会就单据 {{docNo}} 付款。',
  },
  FINANCE_ORDER_FREE_OF_BANK: {
    title: '{{orderNo}} 的单据已重新释放',
    text: '银行不再持有该已终止订单的转账，相关单据可再次融资。',
  },
  CONTRACT_TO_SIGN: {
    title: '合同 {{contractNo}} 等待贵公司签署',
    text: '{{name}}，{{orderNo}}',
  },
  CONTRACT_SIGNED: {
    title: '{{party}} 已签署合同 {{contractNo}}',
    text: '尚待其他方签署。',
  },
  CONTRACT_COMPLETED: {
    title: '合同 {{contractNo}} 已全部签署',
    text: '最后签署方：{{party}}',
  },
  CONTRACT_ACCOUNT_CLOSED: {
    title: '贵司通知所涉账户 {{account}} 已停用',
    text: '{{bankName}}。涉及该账户的 {{count}} 份合同，在本平台打开即可查看现应付款的账户。',
  },
  VIRTUAL_ACCOUNT_CLOSED: {
    title: '贵司虚拟账户所属的账户 {{account}} 已停用',
    text: '{{bankName}}。请勿再向该账户付款，注明虚拟账号亦不可。',
  },
  PAYMENT_DRAFTED: {
    title: '付款 {{no}} 待发送',
    text: '{{orderNo}}',
  },
  PAYMENT_FUNDING_PAID: {
    title: '融资款 {{no}} 已支付',
    text: '{{amount}}',
  },
  PAYMENT_RELEASE_PAID: {
    title: '保留款释放 {{no}} 已支付',
    text: '{{amount}}',
  },
  PAYMENT_REFUND_PAID: {
    title: '退款 {{no}} 已支付',
    text: '{{amount}}',
  },
  PAYMENT_FEE_REMIT_PAID: {
    title: '费用汇付 {{no}} 已支付',
    text: '{{amount}}',
  },
  PAYMENT_RECEIPT_RETURN_PAID: {
    title: '不明收款 {{no}} 已退回',
    text: '{{amount}}',
  },
  PAYMENT_OWED_BACK: {
    title: '请归还 {{no}} 退给贵司的 {{amount}}',
    text: '贵司银行已将原付款一并收回，贵司因此收到了两次款项。请将其付至原付款的收款账户，并注明 {{no}}。',
  },
  PAYMENT_OWED_TO_FUNDER: {
    title: '{{company}}须向贵司归还 {{no}} 退回的 {{amount}}',
    text: '银行已将对应的收款一并收回，付款方因此收到了两次款项，应付至原付款的收款账户；如付款方已在本平台开户，系统已通知其。',
  },
  BANK_ACCOUNT_ADDED: {
    title: '新录入银行账户：{{bankName}} {{account}}',
    text: '核实后方可收款。如非贵司人员录入，请立即联系我们。',
  },
  BANK_ACCOUNT_ENABLE: {
    title: '银行账户 {{account}} 已启用',
    text: '{{bankName}}',
  },
  BANK_ACCOUNT_DISABLE: {
    title: '银行账户 {{account}} 已停用',
    text: '{{bankName}}',
  },
  PAYMENT_FAILED: {
    title: '付款 {{no}} 失败',
    text: '{{reason}}',
  },
  PAYMENT_RETURNED: {
    title: '付款 {{no}} 未到账（{{amount}}）',
    text: '已付登记已撤销。{{reason}}',
  },
  PAYMENT_RELEASE_LOST: {
    title: '保留款付款 {{no}}（{{amount}}）已取消',
    text: '{{orderNo}} 在该付款发送前已核销，其保留款用于承担损失。',
  },
  PAYMENT_WITH_BANK_AFTER_ALL: {
    title: '付款文件 {{fileNo}} 已不再包含付款 {{no}}，但银行报告已收到该付款',
    text: '{{amount}}，银行状态 {{status}}。请核对银行对账单：如显示扣款，请登记为已付；如此前已付过或无需再付，请要求退回款项；如银行并未付出，请登记为未到账。',
  },
  PAYMENT_REPORT_UNCLEAR: {
    title: '银行对文件 {{fileNo}} 中付款 {{no}} 的回执无法采信，未作任何变更',
    text: '{{amount}}，银行状态 {{status}}。{{reason}} 回执自相矛盾、与已登记内容不符或金额不同，或款项可能已退回并登记为收款。请核对银行对账单：如显示扣款，该付款应登记为已付；如银行并未付出或款项已退回，请登记为未到账。若付款系手工登记，也可在该对话框中确认为同一笔。',
  },
  PAYMENT_WITH_BANK_CANCELLED: {
    title: '银行对文件 {{fileNo}} 的回执显示已收到付款 {{no}}，而该付款已取消',
    text: '{{amount}}，银行状态 {{status}}。{{reason}} 请核对银行对账单：如显示扣款，请要求退回款项；款项退回后，或银行并未付出时，请登记为未到账。在此之前，该付款视为已付出：其占用的内容仍被占用，也不会再生成替代付款。如为退款，其收款此后可能已匹配至其他融资单或另行退回，已用金额便会超过到账金额；请一并核对该收款。',
  },
  DOCUMENT_WITH_BANK: {
    title: '银行已按文件 {{fileNo}} 收到已取消的付款 {{no}}，而其单据现由 {{orders}} 融资',
    text: '{{amount}}，银行状态 {{status}}。{{reason}} 在此期间，相同单据的融资单不会付款。请核对银行对账单：如显示扣款，请要求退回款项；款项退回后，或银行并未付出时，请将付款 {{no}} 登记为未到账。',
  },
  DOCUMENT_FINANCED_TWICE: {
    title: '单据可能被重复融资：银行已按文件 {{fileNo}} 收到已取消的付款 {{no}}，而 {{orders}} 也已付款或已发出',
    text: '{{amount}}，银行状态 {{status}}。{{reason}} 请立即核对银行对账单，要求止付或退回其中一笔款项；付款 {{no}} 的款项退回后，或银行并未付出时，请登记为未到账。',
  },
  PROVIDER_EVENT_REFUSED: {
    title: '支付服务商事件 {{no}} 无法记账',
    text: '{{kind}}，账户 {{account}}，付款人 {{payer}}：{{amount}}。{{fault}}',
  },
  COLLECTION_REPORTED_BACK: {
    title: '支付服务商报告收款 {{no}} 已被退回',
    text: '{{amount}}，付款人 {{payer}}。在您登记银行已扣回或报告有误之前，该收款不得使用。',
  },
  REPAYMENT_REPORTED_BACK: {
    title: '还款 {{no}} 所依据的收款据服务商报告已被退回',
    text: '{{receipt}} 中的 {{amount}} 已入账。请核对银行对账单；如显示扣款，请冲销该还款。',
  },
  REPAYMENT_OF_OTHER_PAYER: {
    title: '{{no}} 的付款人并非债务人',
    text: '{{payer}} 就 {{orderNo}} 支付了 {{debtor}} 所欠的 {{amount}}。',
  },
  REPAYMENT_POSTED: {
    title: '{{orderNo}} 的还款已入账',
    text: '{{no}}，{{amount}}',
  },
  REPAYMENT_REVERSED: {
    title: '还款 {{no}} 已冲回',
    text: '{{amount}}',
  },
  RECOURSE_CLAIM_OPENED: {
    title: '{{orderNo}} 产生追索',
    text: '追索 {{amount}}{{settling}}。',
  },
  FINANCE_ORDER_BUYER_FEES_LOWERED: {
    title: '{{orderNo}} 的买方费用低于转让通知所载金额',
    text: '将按 {{amount}} 而非 {{stated}} 收取，无需重新签署。',
  },
  LOSS_DILUTED: {
    title: '贷项凭证减少了已核销订单 {{orderNo}} 的应收款',
    text: '损失中的 {{amount}} 不再由买方承担，应由供应商支付。',
  },
} satisfies Record<NoticeEvent, { title: string; text: string }>

export default {
  messages: {
    title: '消息',
    claimSettling: '；当日支付 {{settles}} 即结清该订单的全部追索',
    poolUses: '：已提 {{drawn}}，在途 {{coming}}',
    all: '全部消息',
    unread: '未读',
    unreadOnly: '仅看未读',
    readAll: '全部标为已读',
    markRead: '标为已读',
    open: '打开',
    none: '暂无消息',
    noneText: '与您有关的事项会即时显示在此处，无需刷新。',
    allRead: '全部已读',
    failed: '消息加载失败',
    more: '显示更多',
    today: '今天',
    earlier: '更早',
    other: '有新的变动',
    aboutAll: '全部',
    aboutApproval: '审批',
    aboutTrading: '贸易',
    aboutFinance: '融资',
    aboutMoney: '资金',
    business: {
      KYC: '客户尽调',
      USER: '用户',
      STAFF_USER: '用户（运营审批）',
      ROLE: '角色',
      WORKFLOW: '审批流程',
      BANK_ACCOUNT: '银行账户',
      LIMIT: '额度',
      BUYER_LIMIT: '买方额度',
      DISCLOSURE: '向买方披露',
      PRODUCT: '产品',
      RATE: '利率',
      CALENDAR: '节假日历',
      PO_ADJUSTMENT: '采购订单调整',
      INVOICE_ADJUSTMENT: '发票调整',
      DIRECT_PAYMENT: '直接付款',
      DIRECT_PAYMENT_REVERSAL: '直接付款撤回',
      FINANCE_ORDER: '融资订单',
      PAYMENT: '付款',
      RELEASE: '保留款释放',
      REFUND: '退款',
      PAYMENT_FILE: '付款文件',
      REPAYMENT: '还款',
      REPAYMENT_REVERSAL: '还款冲回',
      FEE_ADJUSTMENT: '费用调整',
      WRITE_OFF: '核销',
      CONTRACT_TEMPLATE: '合同模板',
    },
    node: {
      SUBMIT: '提交',
      SUPPLIER_CHECK: '供应商复核',
      BUYER_CHECK: '买方复核',
      FUNDER_CHECK: '资金方审批',
      FUNDER_SECOND_CHECK: '资金方复审',
      DIRECTOR_CHECK: '董事',
      OPERATIONS_CHECK: '运营',
      DOCUMENT_CHECK: '单据审核',
      RISK_CHECK: '风控',
      SETTLEMENT_CHECK: '结算',
      ADJUSTMENT_CHECK: '调整审核',
      RECEIPT_CHECK: '收款核对',
    },
    events,
  },
} satisfies Shape<typeof en>
