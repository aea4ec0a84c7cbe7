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
import { alertWords, deleteWords } from './banner-messages.ts'

interface BannerDeleteDialogProps {
  opened: boolean
  banner: Banner
  onClose: () => void
  /** It has left the active banners, and the list shows it. */
  onDeleted: () => void
}

type Outcome = { title: string; detail?: string }

/**
 * Asks whether a banner is to be deleted, does it, and becomes the alert that says how it went (BAN-14, BAN-19): one
 * dialog, so that the focus has one place to return to.
 */
export function BannerDeleteDialog({ opened, banner, onClose, onDeleted }: BannerDeleteDialogProps) {
  const { call, isPending } = useCall(updateBanner, { invalidates: [listBanners, getBanner] })
  const [outcome, setOutcome] = useState<Outcome>()
  const body = useRef<HTMLDivElement>(null)

  // The button that had the focus is gone with the question.
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
        // Others can have changed it to nothing but the same.
        ask: async () => null,
      })
      setOutcome({ title: alertWords.deleted })
    } catch (reason) {
      setOutcome({ title: alertWords.notDeleted, detail: failureMessage(reason) })
    }
  }
  const close = () => {
    if (outcome?.title === alertWords.deleted) onDeleted()
    onClose()
  }

  return (
    <Dialog
      opened={opened}
      onClose={close}
      title={outcome?.title ?? deleteWords.title(banner.priority)}
      role="alertdialog"
      closable={!isPending}
      withCloseButton={false}
    >
      <div ref={body}>
        {outcome ? (
          <AlertBody detail={outcome.detail} onOk={close} />
        ) : (
          <>
            <p className="gr-quiet">{deleteWords.effect}</p>
            <div className="gr-answers">
              <Button size="md" variant="default" data-autofocus disabled={isPending} onClick={close}>
                {deleteWords.no}
              </Button>
              <BusyButton size="md" color="red" busy={isPending} onClick={() => void confirm()}>
                {deleteWords.yes}
              </BusyButton>
            </div>
          </>
        )}
      </div>
    </Dialog>
  )
}
