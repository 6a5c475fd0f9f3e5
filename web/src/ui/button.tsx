import type { Call } from '@usance/wire/call'
import type { ButtonHTMLAttributes, ReactNode } from 'react'
import { Can } from '../session/can.tsx'
import { Icon, type IconName } from './icons.tsx'

type Props = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'children'> & {
  /** `solid` is the one main action of a screen; `plain` everything else; `text` inside rows and bars. */
  look?: 'solid' | 'plain' | 'text' | 'danger'
  small?: boolean
  icon?: IconName
  busy?: boolean
  children?: ReactNode
}

/** A button. With `act`, only users who may do that act see it. */
export function Button({ act, ...props }: Props & { act?: Call }) {
  const button = <PlainButton {...props} />
  return act ? <Can call={act}>{button}</Can> : button
}

function PlainButton({ look = 'plain', small, icon, busy, children, className = '', disabled, type = 'button', ...rest }: Props) {
  return (
    <button
      type={type}
      className={`btn btn-${look}${small ? ' btn-small' : ''} ${className}`}
      disabled={disabled || busy}
      aria-busy={busy || undefined}
      {...rest}
    >
      {busy ? <span className="spinner" aria-hidden="true" /> : icon && <Icon name={icon} />}
      {children && <span>{children}</span>}
    </button>
  )
}

/** A button that is only an icon; its label is read out and shown on hover. */
export function IconButton({
  icon,
  label,
  size = 18,
  className = '',
  ...rest
}: { icon: IconName; label: string; size?: number } & ButtonHTMLAttributes<HTMLButtonElement>) {
  return (
    <button type="button" className={`icon-btn ${className}`} aria-label={label} title={label} {...rest}>
      <Icon name={icon} size={size} />
    </button>
  )
}
