import type { HelpTextTable } from '../database/tables.ts'

export type SeedText = {
  category: HelpTextTable['category']
  en: [title: string, body: string]
  cn: [title: string, body: string]
}

/** What a new installation says about using the portal; the operator's staff goes on from here. Paragraphs stand apart by an empty line. */
export const helpTexts: readonly SeedText[] = [
  {
    category: 'start',
    en: [
      'How do I get started?',
      'Your company administrator or the operator invites you by mail. Open the link within 72 hours, choose a password, and sign in.\n\nHome shows what waits for you. The menu on the left shows only what your role may open. Press Ctrl K (⌘K on a Mac) anywhere to find a page, an invoice, an order or a company.',
    ],
    cn: [
      '如何开始使用？',
      '贵公司的管理员或平台运营人员会通过邮件邀请您。请在 72 小时内打开链接、设置密码并登录。\n\n首页会显示需要您处理的事项。左侧菜单只显示您的角色可以打开的页面。随时按 Ctrl K（Mac 为 ⌘K）即可查找页面、发票、订单或公司。',
    ],
  },
  {
    category: 'start',
    en: [
      'I work for two companies. How do I switch?',
      'Click the name of your company at the top right. You see every company and role you hold; choosing one reloads the portal with its data. You never see two companies mixed on one page.',
    ],
    cn: [
      '我同时服务于两家公司，如何切换？',
      '点击右上角的公司名称，即可看到您拥有的所有公司和角色。选择后门户会以该公司的数据重新加载，同一页面不会混合显示两家公司的数据。',
    ],
  },
  {
    category: 'start',
    en: [
      'Why can I not see a page or a button that a colleague has?',
      'Pages and buttons follow your role: a maker enters, a checker approves, a viewer reads. Ask your director or the operator if you need more; the change is in force at your next click.',
    ],
    cn: [
      '为什么我看不到同事能看到的页面或按钮？',
      '页面和按钮由您的角色决定：经办录入，复核审批，查看者只读。如需更多权限，请联系贵公司董事或平台运营人员，变更在您下一次操作时即生效。',
    ],
  },
  {
    category: 'trading',
    en: [
      'How do I enter an invoice?',
      'Open Trading, Invoices and choose Add. Choose the buyer and the purchase order, enter number, dates and amount, attach the document, and submit. Many invoices at once come in as an Excel file: download the template from the list, fill it in, and upload it; every faulty row is named with its reason before anything is saved.',
    ],
    cn: [
      '如何录入发票？',
      '打开“贸易”下的“发票”，点击新增。选择买方和采购订单，填写号码、日期和金额，上传单据后提交。多张发票可用 Excel 一次导入：在列表下载模板，填写后上传；保存前会逐行指出有误之处及原因。',
    ],
  },
  {
    category: 'trading',
    en: [
      'What does the buyer’s confirmation do?',
      'By confirming, the buyer says that goods and amount are right and that it will pay on the due date. Only confirmed invoices can be financed. The buyer may return an invoice to be corrected, or dispute it with a reason.',
    ],
    cn: [
      '买方确认有什么作用？',
      '买方确认表示货物与金额无误，并将于到期日付款。只有已确认的发票才能融资。买方也可以退回发票以便修改，或说明理由提出争议。',
    ],
  },
  {
    category: 'trading',
    en: [
      'An invoice is disputed. What now?',
      'A disputed invoice cannot be financed. Talk to the buyer; when you agree, the buyer proposes the resolution in the portal and operations lift the dispute. If less is owed, enter a credit note or deduction as an adjustment.',
    ],
    cn: [
      '发票有争议，怎么办？',
      '有争议的发票不能融资。请与买方沟通，达成一致后由买方在门户中提议解决，运营人员解除争议。如应付金额减少，请以贷项通知或扣款的形式录入调整。',
    ],
  },
  {
    category: 'trading',
    en: [
      'May I correct an invoice after submitting it?',
      'Not while the buyer is looking at it. The buyer can return it, and then every field is open again. After confirmation the amount changes only by an adjustment, so that both sides see what changed and why.',
    ],
    cn: [
      '提交后还能修改发票吗？',
      '买方处理期间不能修改。买方退回后所有字段重新开放。确认之后，金额只能通过调整变更，以便双方都能看到变更内容和原因。',
    ],
  },
  {
    category: 'finance',
    en: [
      'How do I apply for financing?',
      'Open Financing, Finance orders and choose Add. Choose the product and the buyer, tick the confirmed invoices, and see at once what you would be paid, what it costs, and how that was calculated. After submitting, the order goes through checks by the operator and the funder; you follow each step on its page.',
    ],
    cn: [
      '如何申请融资？',
      '打开“融资”下的“融资订单”，点击新增。选择产品和买方，勾选已确认的发票，即可看到到账金额、成本及其计算方法。提交后由平台和资金方审核，您可以在申请页面查看每一步进度。',
    ],
  },
  {
    category: 'finance',
    en: [
      'What do I pay for financing?',
      'Interest for each day that the money is out, and the fees of your product. Interest is the base rate plus a margin; with discount it is taken from the advance, in arrears it is charged as it accrues. Every amount in the portal has a “How was this calculated?” with the rule and the figures.',
    ],
    cn: [
      '融资需要支付哪些费用？',
      '按实际用款天数计收利息，以及产品约定的费用。利率为基准利率加利差；预收方式从放款中扣除，后收方式随计提收取。门户中的每一笔金额都可查看“如何计算”，包括规则和数据。',
    ],
  },
  {
    category: 'finance',
    en: [
      'When is the money paid out?',
      'Once the order is approved, the right is confirmed where the buyer is told, and the contracts are signed, the funder pays on the next business day of the currency. The order shows FUNDED with the bank reference.',
    ],
    cn: [
      '什么时候放款？',
      '申请通过、（公开型）买方确权且合同签署完成后，资金方将于该币种的下一个工作日付款。申请会显示“已放款”及银行流水号。',
    ],
  },
  {
    category: 'finance',
    en: [
      'What happens when the buyer pays late?',
      'After the grace period the order is overdue and overdue interest runs on what is open. Everybody concerned is told. With recourse the funder may claim the amount from the supplier; without recourse it carries the buyer’s insolvency itself.',
    ],
    cn: [
      '买方逾期付款会怎样？',
      '宽限期结束后，融资变为逾期，对未还金额计收罚息，并通知有关各方。有追索权时资金方可向供应商追索；无追索权时由资金方承担买方的信用风险。',
    ],
  },
  {
    category: 'money',
    en: [
      'How are repayments matched?',
      'Settlement takes in each receipt with its bank reference and proposes the invoices it pays. When somebody else has checked the match, principal, interest and fees are posted, and what was held in reserve is released to the supplier.',
    ],
    cn: [
      '还款如何匹配？',
      '结算人员登记每笔来款及银行流水号，并提出其对应的发票。经他人复核后，本金、利息和费用入账，保留款释放给供应商。',
    ],
  },
  {
    category: 'money',
    en: [
      'What is the reserve?',
      'The part of an invoice that is not advanced, for instance 10 %. It covers deductions and interest. When the buyer has paid that invoice, the rest is paid to you as a release, also while other invoices of the order are open.',
    ],
    cn: [
      '什么是保留款？',
      '发票中未预付的部分，例如 10%，用于覆盖扣款和利息。买方付清该发票后，剩余部分作为保留款释放给您，同一订单的其他发票未付也不影响。',
    ],
  },
  {
    category: 'money',
    en: [
      'How do I change our bank account?',
      'A new account is entered with proof, checked by operations and settlement, and only then paid to. Until it is approved, payments go to the account before. We never change an account because of a mail or a call.',
    ],
    cn: [
      '如何变更银行账户？',
      '新账户需连同证明一并录入，经运营和结算复核后方可收款。批准之前，款项仍付至原账户。我们绝不会仅凭邮件或电话变更账户。',
    ],
  },
  {
    category: 'account',
    en: [
      'How do I protect my account?',
      'Use a long password that you use nowhere else, and switch on the second factor in My profile: a code from an app on your phone. There you also see every session of yours and can end one you do not know.',
    ],
    cn: [
      '如何保护我的账户？',
      '请使用未在其他地方用过的长密码，并在“个人中心”开启第二验证因素，即手机应用生成的验证码。在那里还可以查看您的所有登录会话，并结束不认识的会话。',
    ],
  },
  {
    category: 'account',
    en: [
      'I forgot my password.',
      'Choose “Forgot password?” on the sign-in page and enter your user name or mail address. You get a link that works once, for two hours. After five failed attempts the account is locked for a while; the link opens it again.',
    ],
    cn: [
      '忘记密码怎么办？',
      '在登录页点击“忘记密码”，输入用户名或邮箱，您将收到一个两小时内有效的一次性链接。多次输错后账户会锁定一段时间，使用该链接可以解锁。',
    ],
  },
  {
    category: 'account',
    en: [
      'I will be away. Who approves for me?',
      'Open Approvals and choose Delegation. Name a colleague with the same role and the days. What they decide shows both names. Nobody can approve what they entered themselves.',
    ],
    cn: [
      '我要外出，由谁代为审批？',
      '打开“审批”，选择“委托”，指定一位相同角色的同事及起止日期。其审批会同时显示两人的姓名。任何人都不能审批自己录入的事项。',
    ],
  },
  {
    category: 'guide',
    en: [
      'Suppliers: from invoice to money',
      '1. Enter the purchase order and the invoice, or upload many at once.\n\n2. The buyer confirms. You are told under the bell at the top.\n\n3. Apply for financing, sign the contracts, and follow the order until it is funded.\n\n4. When the buyer has paid, the reserve comes to you.',
    ],
    cn: [
      '供应商：从发票到资金',
      '1. 录入采购订单和发票，或一次批量上传。\n\n2. 买方确认后，顶部的铃铛会提醒您。\n\n3. 申请融资、签署合同，并跟踪直至放款。\n\n4. 买方付款后，保留款释放给您。',
    ],
  },
  {
    category: 'guide',
    en: [
      'Buyers: confirm and pay',
      '1. Invoices that wait stand on Home. Confirm them, return them to be corrected, or dispute them.\n\n2. Where an invoice is financed and you are told, confirm the right once more: from then on you pay the account named there.\n\n3. The list of open invoices shows what falls due, day by day.',
    ],
    cn: [
      '买方：确认与付款',
      '1. 待处理的发票显示在首页，可确认、退回或提出争议。\n\n2. 公开型融资需要您再次确权，此后请付款至所列账户。\n\n3. 未付发票列表按日显示到期金额。',
    ],
  },
  {
    category: 'guide',
    en: [
      'Funders: decide and watch',
      '1. Orders that wait for you stand under Approvals, with the figures, the checks and the documents behind them.\n\n2. Payments are made by your bank and recorded with their reference.\n\n3. Receivables shows ageing, concentration and what is overdue, equal to the ledger to the cent.',
    ],
    cn: [
      '资金方：审批与监控',
      '1. 待您处理的申请在“审批”中，附有数据、检查结果和单据。\n\n2. 款项由贵行支付，并登记流水号。\n\n3. “应收账款”展示账龄、集中度和逾期情况，与账簿分毫不差。',
    ],
  },
  {
    category: 'event',
    en: ['No event at the moment', 'When there is a limited-time offer, you read about it here.'],
    cn: ['目前没有活动', '如有限时活动，将在此处公布。'],
  },
]
