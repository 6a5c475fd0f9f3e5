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
  resetByStaff: {
    subject: 'Your Usance password was reset',
    body: 'Hello {name},\n\n{inviter} has reset your password for {company} in Usance. Your earlier password has stopped working, and your sessions and API keys have ended. Open this link within 2 hours to choose a new password:\n\n{link}\n\nIf the link has expired, ask for another one on the sign-in page. If you do not know why your password was reset, ask {inviter}.',
  },
  address: {
    subject: 'Confirm your new e-mail address',
    body: 'Hello {name},\n\nthis address shall become the one of your Usance user {userName}. Open this link within 24 hours to confirm it:\n\n{link}\n\nUntil then the earlier address stays. If you did not expect this mail, you can ignore it.',
  },
  addressAsked: {
    subject: 'Your Usance e-mail address is to be changed',
    body: 'Hello {name},\n\nthe e-mail address of your Usance user {userName} is to become {address}. It changes as soon as somebody there opens the link that we sent to it.\n\nIf you do not want this, change your password now – that stops the link – and tell your administrator.',
  },
  addressChanged: {
    subject: 'Your Usance e-mail address was changed',
    body: 'Hello {name},\n\nthe e-mail address of your Usance user {userName} is now {address}. This mail is the last one to your earlier address.\n\nIf you do not know of it, tell your administrator at once.',
  },
  factorResetAsked: {
    subject: 'Your Usance second factor is to be taken away',
    body: 'Hello {name},\n\n{inviter} asks for the second factor of your Usance user {userName} to be taken away ({no}), because it was lost. A second person decides.\n\nIf you did not ask for this, tell {inviter} or operations now, so that it is refused.',
  },
  factorReset: {
    subject: 'Your Usance second factor was taken away',
    body: 'Hello {name},\n\ntwo people have taken the second factor of your user for {company} in Usance away. Your sessions, your password and your recovery codes have ended. Open this link within 2 hours to choose a new password:\n\n{link}\n\nAt the next sign-in you set up a new second factor. If the link has expired, ask for another one on the sign-in page. If you do not know of this, tell your administrator at once.',
  },
  recoveryCodeUsed: {
    subject: 'A recovery code of your Usance user was used',
    body: 'Hello {name},\n\nsomebody signed in as {userName} with one of your recovery codes. {left} are left; you get new ones in the user centre.\n\nIf it was not you, change your password now and tell your administrator.',
  },
  task: {
    subject: '{businessNo} waits for your decision',
    body: 'Hello {name},\n\n{businessNo} waits for your decision for {company} in Usance. This link opens it once within 24 hours:\n\n{link}\n\nIt lets you read. To decide, sign in with your password. You chose these mails in the user centre and can end them there.',
  },
  news: {
    subject: '{title}',
    body: 'Hello {name},\n\n{text}\n\nRead it in Usance; this link opens it once within 24 hours:\n\n{link}\n\nYou chose these mails in the user centre and can end them there.',
  },
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
  resetByStaff: {
    subject: '您的 Usance 密码已被重置',
    body: '{name}，您好：\n\n{inviter} 已重置您在 Usance 中代表 {company} 的密码。原密码已失效，所有会话已结束，所有 API 密钥已失效。请在 2 小时内打开以下链接设置新密码：\n\n{link}\n\n如链接已过期，请在登录页重新申请。如您不清楚重置原因，请联系 {inviter}。',
  },
  address: {
    subject: '请确认您的新邮箱',
    body: '{name}，您好：\n\n此邮箱将成为您 Usance 用户 {userName} 的邮箱。请在 24 小时内打开以下链接确认：\n\n{link}\n\n确认之前仍使用原邮箱。如果您并未预期收到此邮件，请忽略。',
  },
  addressAsked: {
    subject: '您的 Usance 邮箱即将变更',
    body: '{name}，您好：\n\n您 Usance 用户 {userName} 的邮箱即将变更为 {address}。对方打开我们发出的链接后即生效。\n\n如果这不是您的意愿，请立即修改密码（链接随即失效），并通知您的管理员。',
  },
  addressChanged: {
    subject: '您的 Usance 邮箱已变更',
    body: '{name}，您好：\n\n您 Usance 用户 {userName} 的邮箱已变更为 {address}。这是发往原邮箱的最后一封邮件。\n\n如果您不知情，请立即通知您的管理员。',
  },
  factorResetAsked: {
    subject: '有人申请解除您的 Usance 双重验证',
    body: '{name}，您好：\n\n{inviter} 以遗失为由申请解除您 Usance 用户 {userName} 的双重验证（{no}），将由第二人审批。\n\n如果并非您本人要求，请立即通知 {inviter} 或运营人员予以拒绝。',
  },
  factorReset: {
    subject: '您的 Usance 双重验证已解除',
    body: '{name}，您好：\n\n经两人审批，您在 Usance 中代表 {company} 的用户已解除双重验证。您的会话、密码和恢复码均已失效。请在 2 小时内打开以下链接设置新密码：\n\n{link}\n\n下次登录时须设置新的双重验证。如链接已过期，请在登录页重新申请。如您不知情，请立即通知您的管理员。',
  },
  recoveryCodeUsed: {
    subject: '您的 Usance 恢复码已被使用',
    body: '{name}，您好：\n\n有人使用您的恢复码以 {userName} 登录。剩余 {left} 个，可在用户中心重新生成。\n\n如果不是您本人操作，请立即修改密码并通知您的管理员。',
  },
  task: {
    subject: '{businessNo} 等待您审批',
    body: '{name}，您好：\n\n{businessNo} 正在 Usance 中等待您代表 {company} 审批。以下链接在 24 小时内可打开一次：\n\n{link}\n\n通过链接只能查看。如需审批，请使用密码登录。您可在用户中心关闭此类邮件。',
  },
  news: {
    subject: '{title}',
    body: '{name}，您好：\n\n{text}\n\n请在 Usance 中阅读；以下链接在 24 小时内可打开一次：\n\n{link}\n\n您可在用户中心关闭此类邮件。',
  },
} satisfies Record<keyof typeof en, Text>
export const mailTexts = { 'en-US': en, 'zh-CN': cn }
