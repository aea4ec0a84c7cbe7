import { createDocumentLink } from '@greenroom/contract/money/document/document.endpoints'
import { getTransaction } from '@greenroom/contract/money/transaction/transaction.endpoints'
import { IconLink } from '@tabler/icons-react'
import { failureMessage } from '../../../lib/api/api-error.ts'
import { useCall } from '../../../lib/api/hooks.ts'
import { useMay } from '../../../lib/api/permissions.ts'
import { copyLater } from '../../../lib/copy-text.ts'
import { notify } from '../../../lib/notify.tsx'
import { BusyButton } from '../../../ui/busy-button.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { documentLinkMessages as messages } from './tax-document-messages.ts'

/**
 * The button that copies a link to an invoice or a credit note, which opens it without signing in for a day (OQ-681).
 * @param isIcon in a table, whose rows have no room for its label
 */
export function DocumentLink({ id, serial, isIcon }: { id: string; serial: string; isIcon?: boolean }) {
  const link = useCall(createDocumentLink, { invalidates: [getTransaction] })
  const mayShare = useMay<typeof createDocumentLink>('money.read', 'personal.read')
  async function copy() {
    let blocked: string | undefined
    const run = async () => {
      const address = link.call({ params: { id } }).then(({ data }) => data.url)
      try {
        await copyLater(address)
      } catch (reason) {
        // A failed call throws its reason here: there is no address to show.
        blocked = await address
        throw reason
      }
    }
    try {
      await notify.progress(run(), {
        pending: messages.pending,
        success: messages.success,
        error: (reason) => (blocked === undefined ? failureMessage(reason) : undefined),
      })
    } catch {
      if (blocked !== undefined) notify.uncopied(blocked)
    }
  }
  if (!mayShare) return null
  if (isIcon) {
    return (
      <IconButton
        label={messages.of(serial)}
        icon={<IconLink size={15} stroke={1.5} aria-hidden="true" />}
        onClick={() => {
          if (!link.isPending) void copy()
        }}
      />
    )
  }
  return (
    <BusyButton
      variant="subtle"
      size="xs"
      aria-label={messages.of(serial)}
      busy={link.isPending}
      onClick={() => void copy()}
    >
      {messages.action}
    </BusyButton>
  )
}
