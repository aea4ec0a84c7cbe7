import { Button } from '@mantine/core'
import { type ReactNode, useCallback, useState } from 'react'
import { Dialog } from '../../ui/dialog.tsx'
import { bannerAlertMessages } from './banner-messages.ts'

interface Alert {
  message: string
  detail: string | undefined
  answer: () => void
}

interface BannerAlerts {
  /**
   * Shows an alert and waits for OK. Focus returns to where it was.
   * @param detail the reason, shown below the specification's message
   */
  show: (message: string, detail?: string) => Promise<void>
  /** Render it beside the form. */
  dialog: ReactNode
}

/** Returns alerts with an OK button, because banner messages must be acknowledged (OQ-010). */
export function useBannerAlert(): BannerAlerts {
  const [alert, setAlert] = useState<Alert>()
  const [opened, setOpened] = useState(false)

  const show = useCallback(
    (message: string, detail?: string) =>
      new Promise<void>((resolve) => {
        setAlert({
          message,
          detail,
          answer: () => {
            setOpened(false)
            resolve()
          },
        })
        setOpened(true)
      }),
    [],
  )

  const dialog = alert && (
    <Dialog
      opened={opened}
      onClose={alert.answer}
      title={alert.message}
      role="alertdialog"
      withCloseButton={false}
    >
      <AlertBody detail={alert.detail} onOk={alert.answer} />
    </Dialog>
  )
  return { show, dialog }
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
