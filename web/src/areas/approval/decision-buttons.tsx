import type { ReviewType } from '@usance/domain/approval'
import { workflowCalls } from '@usance/wire/workflow/calls'
import { useText } from '../../i18n/i18n.ts'
import { ActionButton } from '../../ui/action-button.tsx'
import { ask } from '../../ui/dialog.tsx'
import { Icon } from '../../ui/icons.tsx'
import type { Approval } from './use-approval.ts'

type Props = {
  approval: Approval
  /** Why nothing can be decided now. */
  blocked: string | false
  before: (review: ReviewType) => boolean
  decide: (review: ReviewType) => Promise<true>
  after: () => void
}

/** A button for each decision that the user may give. */
export function DecisionButtons({ approval, blocked, before, decide, after }: Props) {
  const text = useText()
  // What the own seat may not decide, a colleague's may for whom the user stands in: the server says which it is.
  const gives = (review: ReviewType) => approval.reviews.includes(review)
  const asked = {
    title: text('approval.rejectTitle'),
    text: text('approval.rejectText', { no: approval.businessNo }),
    ok: text('approval.reject'),
    danger: true,
  }
  return (
    <div className="decision-buttons">
      {gives('PASSED') && (
        <span className="decision-pass">
          <ActionButton
            act={workflowCalls.approve}
            disabled={blocked}
            before={() => before('PASSED')}
            action={() => decide('PASSED')}
            after={after}
          >
            {text('approval.pass')}
          </ActionButton>
        </span>
      )}
      {gives('REJECTED') && (
        <span className="deny">
          <ActionButton
            act={workflowCalls.approve}
            look="plain"
            disabled={blocked}
            before={() => before('REJECTED')}
            action={() => decide('REJECTED')}
            after={after}
          >
            {text('approval.deny')}
          </ActionButton>
          <span role="tooltip" className="deny-tip">
            <Icon name="alert" size={16} />
            {text('approval.denyTip')}
          </span>
        </span>
      )}
      {gives('REFUSED') && (
        <ActionButton
          act={workflowCalls.approve}
          look="danger"
          disabled={blocked}
          before={() => before('REFUSED') && ask(asked)}
          action={() => decide('REFUSED')}
          after={after}
        >
          {text('approval.reject')}
        </ActionButton>
      )}
    </div>
  )
}
