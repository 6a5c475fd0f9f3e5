import type en from '../en-US/outlook.ts'
import type { Shape } from '../shape.ts'

export default {
  outlook: {
    title: '买方展望',
    lead: '您的买方付款如何、有何动向，以及其所在地区的新闻。',
    visitorLead: '由本平台运营方收集的市场新闻和关税。',
    askAssistant: '问智能助手',
    news: '市场新闻',
    newsTitle: '市场新闻',
    noNews: '暂无新闻',
    more: '显示更多',
    requestCustomer: '缺少客户？',
    customerName: '客户名称',
    request: '申请添加',
    customerRequested: '已请运营方添加该客户',
    buyers: '您的买方',
    noBuyers: '暂无买方',
    days: '{{days}} 天',
    evidence: '按金额计，近 90 天平均逾期 {{now}}，此前 90 天 {{before}}',
    onTime: '按时 {{pct}}',
    watch: '关注',
    trend: { BETTER: '付款比以前早', SAME: '付款与以前相同', WORSE: '付款比以前晚', UNKNOWN: '付款太少，无法比较' },
    direction: { UP: '利好', DOWN: '利空', NEUTRAL: '中性' },
    tariffs: '关税',
    region: '地区',
    product: '产品',
    rate: '税率',
    since: '生效日',
    readArticle: '阅读文章',
    noArticle: '该文章已不存在',
  },
} satisfies Shape<typeof en>
