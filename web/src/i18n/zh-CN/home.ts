import type en from '../en-US/home.ts'
import type { Shape } from '../shape.ts'

export default {
  home: {
    morning: '{{name}}，早上好',
    afternoon: '{{name}}，下午好',
    evening: '{{name}}，晚上好',
    lastVisit: '您上次访问是 {{when}}。',
    firstVisit: '欢迎使用 Usance,可从这里开始。',
    shortcuts: '前往',
    secure: '启用第二步验证',
    secureText: '即使密码泄露，手机上的验证码仍能保护您的账户。',
  },
} satisfies Shape<typeof en>
