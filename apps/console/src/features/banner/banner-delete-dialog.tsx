import { getBanner, listBanners, updateBanner } from '@greenroom/contract/banner/banner.endpoints'
import { Banner } from '@greenroom/contract/banner/banner.schema'
import { Button } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import * as z from 'zod/mini'
import { failureMessage } from '../../lib/api/api-error.ts'
import { useCall } from '../../lib/api/hooks.ts'
import { saveEdit } from '../../shared/edit-conflict/save-edit.ts'
import { BusyButton } from '../../ui/busy-button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { AlertBody } from './banner-alert.tsx'
import { bannerAlertMessages, bannerDeleteMessages } from './banner-messages.ts'

interface BannerDeleteDialogProps {
  opened: boolean
  banner: Banner
  onClose: () => void
  /** The banner is no longer active, and the list has been updated. */
  onDeleted: () => void
}

type Outcome = { title: string; detail?: string }

/**
 * Asks for confirmation of a delete, runs it, and turns into the alert with the outcome (BAN-14, BAN-19). It stays one
 * dialog, so that focus returns to one place.
 */
export function BannerDeleteDialog({ opened, banner, onClose, onDeleted }: BannerDeleteDialogProps) {
  const { call, isPending } = useCall(updateBanner, { invalidates: [listBanners, getBanner] })
  const [outcome, setOutcome] = useState<Outcome>()
  const body = useRef<HTMLDivElement>(null)

  // The focused button has disappeared with the question.
  useEffect(() => {
    if (outcome) body.current?.querySelector('button')?.focus()
  }, [outcome])

  const confirm = async () => {
    try {
      await saveEdit<{ is_active: boolean }, Banner>({
        loaded: { values: { is_active: banner.is_active }, version: banner.version },
        typed: { is_active: false },
        save: async (_, version) => {
          return (await call({ params: { id: banner._id }, body: { is_active: false }, version })).data
        },
        read: (record) => {
          const { is_active, version } = z.parse(Banner, record)
          return { values: { is_active }, version }
        },
        // Never called: a change by someone else can only be the same one.
        ask: async () => null,
      })
      setOutcome({ title: bannerAlertMessages.deleted })
    } catch (reason) {
      setOutcome({ title: bannerAlertMessages.notDeleted, detail: failureMessage(reason) })
    }
  }
  const close = () => {
    if (outcome?.title === bannerAlertMessages.deleted) onDeleted()
    onClose()
  }

  return (
    <Dialog
      opened={opened}
      onClose={close}
      title={outcome?.title ?? bannerDeleteMessages.title(banner.priority)}
      role="alertdialog"
      closable={!isPending}
      withCloseButton={false}
    >
      <div ref={body}>
        {outcome ? (
          <AlertBody detail={outcome.detail} onOk={close} />
        ) : (
          <>
            <p className="gr-quiet">{bannerDeleteMessages.effect}</p>
            <div className="gr-answers">
              <Button size="md" variant="default" data-autofocus disabled={isPending} onClick={close}>
                {bannerDeleteMessages.no}
              </Button>
              <BusyButton size="md" color="red" busy={isPending} onClick={() => void confirm()}>
                {bannerDeleteMessages.yes}
              </BusyButton>
            </div>
          </>
        )}
      </div>
    </Dialog>
  )
}
