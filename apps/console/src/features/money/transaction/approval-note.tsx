import { roles } from '@greenroom/contract/access/permission'
import { permissionsOf } from '@greenroom/contract/access/role'
import { roleTexts } from '@greenroom/contract/access/role-texts'
import type { ApprovalCause } from '@greenroom/contract/money/refund/refund.rules'
import type { Refundable } from '@greenroom/contract/money/refund/refund.schema'
import { FieldHint } from '../../../ui/field-hint.tsx'
import { approvalText } from './approval-text.ts'
import { approvalMessages } from './transaction-messages.ts'

const approvers = new Intl.ListFormat('en', { type: 'disjunction' }).format(
  roles.filter((role) => permissionsOf(role).has('money.approve')).map((role) => roleTexts[role].name),
)

interface ApprovalNoteProps {
  approval: Refundable['approval']
  cause: ApprovalCause
  money: (minor: number) => string
}

/** Why a refund needs a second person, and who that can be (OQ-350). */
export function ApprovalNote({ approval, cause, money }: ApprovalNoteProps) {
  return (
    <FieldHint tone="warn">
      {approvalText(cause, approval, money)} {approvalMessages.goesTo(approvers)}
    </FieldHint>
  )
}
