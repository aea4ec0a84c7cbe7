import { getDocumentFile } from '@greenroom/contract/money/document/document.endpoints'
import { failureMessage } from '../../../lib/api/api-error.ts'
import { useCall } from '../../../lib/api/hooks.ts'
import { useMay } from '../../../lib/api/permissions.ts'
import { notify } from '../../../lib/notify.tsx'
import { downloadPdf } from '../../../lib/pdf-download.ts'
import { BusyButton } from '../../../ui/busy-button.tsx'
import { documentDownloadMessages as messages } from './tax-document-messages.ts'

/**
 * The button that downloads an invoice or a credit note, which name the buyer. A call, because cached files would fill
 * the memory.
 */
export function DocumentDownload({ id, serial }: { id: string; serial: string }) {
  const file = useCall(getDocumentFile, { invalidates: [] })
  const mayDownload = useMay<typeof getDocumentFile>('money.read', 'personal.read')
  const download = () =>
    notify
      .progress(
        file
          .call({ params: { id } })
          .then(({ data }) => downloadPdf(data.data, `${serial.replaceAll('/', '-')}.pdf`)),
        { pending: messages.pending, success: messages.success, error: failureMessage },
      )
      // The toast has reported it.
      .catch(() => {})
  if (!mayDownload) return null
  return (
    <BusyButton
      variant="subtle"
      size="xs"
      aria-label={messages.of(serial)}
      busy={file.isPending}
      onClick={() => void download()}
    >
      {messages.action}
    </BusyButton>
  )
}
