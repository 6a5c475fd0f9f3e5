type Text = { subject: string; body: string }
const en = {
  invitation: {
    subject: 'You are invited to Usance',
    body: 'Hello {name},\n\n{inviter} has invited you to work for {company} in Usance.\nOpen this link within 72 hours to choose your password:\n\n{link}\n\nIf you did not expect this mail, you can ignore it.',
  },
  reset: {
    subject: 'Choose a new Usance password',
    body: 'Hello {name},\n\nsomebody asked for a new password for your user. Open this link within 2 hours to choose one:\n\n{link}\n\nIf it was not you, nothing has changed and you need do nothing.',
  },
  notice: { subject: '{title}', body: 'Hello {name},\n\n{text}\n\n{link}' },
} satisfies Record<string, Text>
const cn = {
  invitation: {
    subject: '邀请您使用 Usance',
    body: '{name}，您好：\n\n{inviter} 邀请您代表 {company} 使用 Usance。\n请在 72 小时内打开以下链接设置密码：\n\n{link}\n\n如果您并未预期收到此邮件，请忽略。',
  },
  reset: {
    subject: '重设您的 Usance 密码',
    body: '{name}，您好：\n\n有人为您的用户申请了新密码。请在 2 小时内打开以下链接进行设置：\n\n{link}\n\n如果不是您本人操作，您的账户没有任何变化，无需处理。',
  },
  notice: { subject: '{title}', body: '{name}，您好：\n\n{text}\n\n{link}' },
} satisfies Record<keyof typeof en, Text>
export const mailTexts = { 'en-US': en, 'zh-CN': cn }
