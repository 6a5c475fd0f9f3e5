import { theme as antdTheme, ConfigProvider } from 'antd'
import enUS from 'antd/es/locale/en_US.js'
import zhCN from 'antd/es/locale/zh_CN.js'
import dayjs from 'dayjs'
import 'dayjs/locale/zh-cn.js'
import { type ReactNode, useEffect } from 'react'
import { useText } from '../i18n/i18n.ts'
import { language } from '../i18n/language.ts'
import { Icon } from '../ui/icons.tsx'
import { useTheme } from '../ui/theme.ts'
import { colors, controlHeight, font, radius, size } from '../ui/tokens.ts'
import './form.css'

/** antd in the portal's own look and language. Pages that use antd stand inside it; `EditPage` brings its own. */
export function Kit({ children }: { children: ReactNode }) {
  const text = useText()
  const name = useTheme()
  const c = colors[name]
  const lng = language()
  const kit = lng === 'zh-CN' ? zhCN : enUS
  useEffect(() => {
    dayjs.locale(lng === 'zh-CN' ? 'zh-cn' : 'en')
  }, [lng])
  return (
    <ConfigProvider
      locale={{ ...kit, global: { ...kit.global!, show: text('form.showPassword'), hide: text('form.hidePassword') } }}
      componentSize="middle"
      // A list of choices holds all of them: one that draws a part only scrolls by itself once it has measured them.
      virtual={false}
      // The kit's own icons are named in English in every language.
      select={{ suffixIcon: <Icon name="down" size={14} /> }}
      inputPassword={{ iconRender: () => <Icon name="eye" size={16} /> }}
      theme={{
        algorithm: name === 'dark-1' ? antdTheme.darkAlgorithm : antdTheme.defaultAlgorithm,
        hashed: false,
        token: {
          colorPrimary: c.brand,
          colorInfo: c.info,
          colorSuccess: c.success,
          colorWarning: c.warning,
          colorError: c.danger,
          colorLink: c.brandText,
          colorText: c.text,
          colorTextSecondary: c.textSecondary,
          colorTextTertiary: c.textTertiary,
          colorTextDescription: c.textTertiary,
          colorTextPlaceholder: c.placeholder,
          // What cannot be changed is still there to be read.
          colorTextDisabled: c.placeholder,
          colorBorder: c.borderStrong,
          colorBorderSecondary: c.border,
          colorBgContainer: c.surface,
          colorBgElevated: c.raised,
          colorBgLayout: c.canvas,
          fontFamily: font.sans,
          fontSize: size.table,
          borderRadius: radius.medium,
          controlHeight,
          controlOutline: name === 'dark-1' ? 'rgba(79,179,172,.2)' : 'rgba(59,143,142,.2)',
          boxShadowSecondary: c.shadowRaised,
          wireframe: false,
          // Nothing moves between the press and the release of a pointer: what was pressed is what is chosen.
          motion: false,
        },
        components: {
          Form: { labelColor: c.textSecondary, verticalLabelPadding: '0 0 4px', itemMarginBottom: 18 },
          Select: { optionSelectedBg: c.brandSoft },
        },
      }}
    >
      {children}
    </ConfigProvider>
  )
}
