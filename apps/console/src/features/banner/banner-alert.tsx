import { Button } from '@mantine/core'
import { useQuestion } from '../../shared/edit-conflict/use-question.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { bannerAlertMessages } from './banner-messages.ts'

interface Alert {
  message: string
  /** The reason, shown below the specification's message. */
  detail?: string
}

/** Returns alerts with an OK button, because banner messages must be acknowledged (OQ-010). */
export function useBannerAlert() {
  const { question, opened, ask, answer } = useQuestion<Alert, boolean>(false)
  const confirm = () => answer(true)
  const dialog = question && (
    <Dialog
      opened={opened}
      onClose={confirm}
      title={question.message}
      role="alertdialog"
      withCloseButton={false}
    >
      <AlertBody detail={question.detail} onOk={confirm} />
    </Dialog>
  )
  return {
    /** @returns true once it is confirmed, false if the screen is left before that */
    show: ask,
    /** Render it beside the form. */
    dialog,
  }
}

/** The body of an alert: the reason and OK. */
export function AlertBody({ detail, onOk }: { detail: string | undefined; onOk: () => void }) {
  return (
    <>
      {detail !== undefined && <p className="gr-quiet">{detail}</p>}
      <div className="gr-answers">
        <Button size="md" data-autofocus onClick={onOk}>
          {bannerAlertMessages.ok}
        </Button>
      </div>
    </>
  )
}
